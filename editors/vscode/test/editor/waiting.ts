// Waiting for what a test wants to see, never for a time.

const DEADLINE = 90_000;
const PAUSE = 100;

/** Looks until there is something; says what was seen last if there is nothing in a minute and a half. */
export async function waitFor<Seen>(
  what: string,
  look: () => Promise<Seen | undefined | false | null>,
  otherwise: () => Promise<unknown> = () => Promise.resolve(''),
): Promise<Seen> {
  const last = Date.now() + DEADLINE;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false && seen !== null) return seen;
    if (Date.now() > last) throw new Error(`not seen: ${what}. Instead: ${JSON.stringify(await otherwise())}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}
