// Asks programs one short question each, with a time limit, away from any folder whose files they might load.
import { execFile } from 'node:child_process';
import type { Answer, Candidate } from './finding';

/** A machine that is busy with the start of an editor may need many times the usual tenth of a second. */
const PATIENCE_MS = 60_000;

/** What a candidate says to `--version`. */
export async function askVersion(candidate: Candidate, directory: string): Promise<Answer> {
  const answer = await ask(candidate.command, [...candidate.words, '--version'], directory);
  return 'problem' in answer ? answer : { version: answer.text };
}

/** The first line that a program prints, or in one sentence why it could not. */
export function ask(
  command: string,
  words: readonly string[],
  directory: string,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  const options = { cwd: directory, timeout: PATIENCE_MS, windowsHide: true, encoding: 'utf8' } as const;
  return new Promise((resolve) => {
    try {
      execFile(command, words, options, (error, output, errors) => {
        if (error === null) {
          resolve({ text: firstLine(output) || firstLine(errors) });
        } else {
          resolve({ problem: error.killed === true ? 'did not answer' : reason(error, errors) });
        }
      });
    } catch (error) {
      // A path with a character that no path can have is refused at once.
      resolve({ problem: error instanceof Error ? error.message : String(error) });
    }
  });
}

function reason(error: Error & { code?: unknown }, errors: string): string {
  switch (error.code) {
    case 'ENOENT':
      return 'does not exist';
    case 'EACCES':
      return 'cannot be executed';
    default:
      return lastLine(errors) || `fails (${String(error.code)})`;
  }
}

function firstLine(text: string): string {
  return text.trim().split(/\r?\n/, 1)[0] ?? '';
}

function lastLine(text: string): string {
  return text.trim().split(/\r?\n/).at(-1) ?? '';
}
