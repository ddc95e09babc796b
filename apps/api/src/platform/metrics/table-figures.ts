import { Injectable } from '@nestjs/common';

export interface FigureGauge {
  /** Name of the metric; several columns may be one metric with different labels. */
  readonly metric: string;
  readonly help: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** Metrics of the whole shop from the tables of one owner. */
export interface FigureQuery {
  /** `quick`: queried every few seconds, so it reads small indexes only. `slow`: once a minute. */
  readonly pace: 'quick' | 'slow';
  /** One row of numbers; `$1` is the current time. */
  readonly select: string;
  /** What each column of that row is called. */
  readonly gauges: Readonly<Record<string, FigureGauge>>;
}

/** Every module adds queries on its own tables. All queries of one interval run as one statement. */
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

  /** The statement for all columns of one interval in one row, and what they are; null if there are none. */
  of(pace: FigureQuery['pace']): { readonly text: string; readonly gauges: FigureQuery['gauges'] } | null {
    const those = this.queries.filter((query) => query.pace === pace);
    if (those.length === 0) return null;
    const parts = those.map(({ select }, index) => `(${select}) as figures_${index}`);
    return { text: `select * from ${parts.join('\ncross join ')}`, gauges: Object.assign({}, ...those.map(({ gauges }) => gauges)) };
  }
}
