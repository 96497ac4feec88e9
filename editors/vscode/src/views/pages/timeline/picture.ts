// A picture of the server as elements of the page: nothing in it but shapes, their titles and their data.

const SHAPES: ReadonlySet<string> = new Set(['svg', 'g', 'rect', 'line', 'text', 'title', 'defs', 'clipPath', 'pattern', 'path']);
const HARMLESS = /^(class|role|viewBox|width|height|x|y|x1|x2|y1|y2|d|id|patternUnits|patternTransform|aria-label|data-[a-z]+)$/;

/** Raises an error for what is no picture. Styles are left out: the page has its own. */
export function pictureOf(text: string): SVGSVGElement {
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const made = copied(parsed);
  if (!(made instanceof SVGSVGElement)) throw new Error('the server sent no picture');
  return made;
}

function copied(from: Element): Node | undefined {
  if (!SHAPES.has(from.localName)) return undefined;
  const made = document.createElementNS('http://www.w3.org/2000/svg', from.localName);
  for (const { name, value } of from.attributes) if (HARMLESS.test(name)) made.setAttribute(name, value);
  for (const child of from.childNodes) {
    if (child instanceof Text) made.append(child.data);
    else if (child instanceof Element) made.append(...[copied(child)].filter((each) => each !== undefined));
  }
  return made;
}

/** The names of the parts of the program that an element was drawn for; of an iteration, whom it served. */
export function placesOf(element: Element): readonly string[] {
  const named = element.closest('[data-place]')?.getAttribute('data-place')?.split(' ') ?? [];
  const statements = named.filter((name) => name.startsWith('s') && !name.startsWith('stage'));
  return statements.length > 0 ? statements : named;
}

/** What an element tells about itself. */
export function titleOf(element: Element): string {
  return element.querySelector(':scope > title')?.textContent ?? element.querySelector('.name')?.textContent ?? '';
}
