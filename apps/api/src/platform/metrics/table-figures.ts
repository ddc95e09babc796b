import { Injectable } from '@nestjs/common';

export interface FigureGauge {
  /** As Prometheus knows it; several columns may be one metric under other labels. */
  readonly metric: string;
  readonly help: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Figures of the whole shop that one owner counts in its own tables. */
export interface FigureQuery {
  /** `quick`: asked every few seconds, so that it walks along short indexes only. `slow`: once a minute. */
  readonly pace: 'quick' | 'slow';
  /** One row of numbers; `$1` is the present moment. */
  readonly select: string;
  /** What each column of that row is called. */
  readonly gauges: Readonly<Record<string, FigureGauge>>;
}

/** Every module adds what is counted in its own tables. All queries of one pace are asked as one statement. */
@Injectable()
export class TableFigures {
  private readonly queries: FigureQuery[] = [];

  /** @throws Error where a column has the name of another */
  add(query: FigureQuery): void {
    const taken = new Set(this.queries.flatMap(({ gauges }) => Object.keys(gauges)));
    const twice = Object.keys(query.gauges).find((column) => taken.has(column));
    if (twice !== undefined) throw new Error(`Two figures are called ${twice}.`);
    this.queries.push(query);
  }

  /** The statement that answers all columns of one pace in one row, and what they are; null where nobody has added any. */
  of(pace: FigureQuery['pace']): { readonly text: string; readonly gauges: FigureQuery['gauges'] } | null {
    const those = this.queries.filter((query) => query.pace === pace);
    if (those.length === 0) return null;
    const parts = those.map(({ select }, index) => `(${select}) as figures_${index}`);
    return { text: `select * from ${parts.join('\ncross join ')}`, gauges: Object.assign({}, ...those.map(({ gauges }) => gauges)) };
  }
}
