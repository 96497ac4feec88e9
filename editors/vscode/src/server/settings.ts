// What the server is told of the settings: all but those of the extension itself, and whether the folder is trusted.

export type Section = Readonly<Record<string, unknown>>;

/** The part of the section `sq` that is the extension's own: how the server is found and started. */
const OWN = 'server';

/** The section `sq` as the server gets it; in folders that are not trusted nothing is run. */
export function forServer(section: unknown, trusted: boolean): Section {
  const given = isSection(section) ? section : {};
  const told = Object.fromEntries(Object.entries(given).filter(([name]) => name !== OWN && !name.startsWith(`${OWN}.`)));
  return trusted ? told : { ...told, restricted: true };
}

function isSection(value: unknown): value is Section {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
