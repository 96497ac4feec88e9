// Decides whether a server that ended by itself is started again: not if it does so again and again.

const PERIOD_MS = 3 * 60_000;
const MOST = 4;

export class Crashes {
  private times: number[] = [];

  public constructor(private readonly now: () => number = Date.now) {}

  /** Counts one; whether there were few enough in the last minutes to go on. */
  public count(): boolean {
    const time = this.now();
    this.times = [...this.times.filter((each) => time - each < PERIOD_MS), time];
    return this.times.length <= MOST;
  }

  /** What a user restarts has a clean record. */
  public forget(): void {
    this.times = [];
  }
}
