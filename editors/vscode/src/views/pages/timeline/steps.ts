// Going through a timeline with the arrow keys: along a lane, and from lane to lane at about the same time.

export type Step = 'left' | 'right' | 'up' | 'down';

export class Stops {
  private readonly lanes: readonly (readonly Element[])[];
  private current: Element | undefined;

  constructor(svg: SVGSVGElement) {
    this.lanes = [...svg.querySelectorAll('.plot > g')]
      .map((lane) => [...lane.querySelectorAll('.block[data-place], rect[data-place]')])
      .filter((stops) => stops.length > 0);
  }

  get at(): Element | undefined {
    return this.current;
  }

  /** Where the user points; the keys go on from there. */
  moveTo(element: Element | undefined): void {
    this.current = element;
  }

  step(step: Step): Element | undefined {
    const lane = this.lanes.findIndex((stops) => this.current && stops.includes(this.current));
    const stops = this.lanes[lane];
    if (!stops || !this.current) this.current = this.lanes[0]?.[0];
    else if (step === 'left' || step === 'right') {
      const next = stops.indexOf(this.current) + (step === 'left' ? -1 : 1);
      this.current = stops[Math.min(Math.max(next, 0), stops.length - 1)];
    } else {
      this.current = this.nearest(this.lanes[lane + (step === 'up' ? -1 : 1)] ?? stops, this.current);
    }
    return this.current;
  }

  private nearest(stops: readonly Element[], to: Element): Element | undefined {
    const time = startOf(to);
    return [...stops].sort((one, other) => Math.abs(startOf(one) - time) - Math.abs(startOf(other) - time))[0];
  }
}

function startOf(element: Element): number {
  const timed = element.hasAttribute('data-from') ? element : element.querySelector('[data-from]');
  return Number(timed?.getAttribute('data-from') ?? 0);
}
