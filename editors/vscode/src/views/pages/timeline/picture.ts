// A picture of the server as elements of the page: nothing in it but shapes, their titles and their data.

const SHAPES: ReadonlySet<string> = new Set(['svg', 'g', 'rect', 'line', 'text', 'title', 'defs', 'clipPath', 'pattern', 'path']);
const HARMLESS = /^(class|role|viewBox|width|height|x|y|x1|x2|y1|y2|d|id|patternUnits|patternTransform|aria-label|data-[a-z]+)$/;

const STYLES = /<style>.*?<\/style>/gs;

/** Throws an error for what is no picture. Styles are left out, since the page has its own and allows no others. */
export function pictureOf(text: string): SVGSVGElement {
  const parsed = new DOMParser().parseFromString(text.replace(STYLES, ''), 'image/svg+xml').documentElement;
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

/** What sessions did in an iteration: drawn in their rows, for the same statements and at the same time. */
export function alongside(svg: SVGSVGElement, block: Element): readonly Element[] {
  const timed = block.querySelector('[data-from]');
  if (!block.classList.contains('block') || !timed) return [];
  const served = placesOf(block);
  const [from, to] = timesOf(timed);
  return [...svg.querySelectorAll('.row [data-place]')].filter((each) => {
    const [start, end] = timesOf(each);
    return start < to && from < end && placesOf(each).some((name) => served.includes(name));
  });
}

function timesOf(element: Element): readonly [number, number] {
  return [Number(element.getAttribute('data-from')), Number(element.getAttribute('data-to'))];
}
