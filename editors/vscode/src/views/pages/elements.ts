// Small makers of elements: text is always text, never markup.

type Attributes = Readonly<Record<string, string | number>>;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...content);
  return made;
}

export function svgElement(name: string, attributes: Attributes, text = ''): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** The element that every page has, for all that it shows. */
export function main(): HTMLElement {
  const found = document.getElementById('main');
  if (!found) throw new Error('the page has no main element');
  return found;
}

/** A number with as many digits as help. */
export function figure(value: number): string {
  return String(Number(value.toPrecision(6)));
}
