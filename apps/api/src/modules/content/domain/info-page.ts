export interface Page {
  readonly name: string;
  readonly type: 'Company' | 'Resources';
  readonly position: number;
  /** HTML; made safe when it is stored. */
  readonly description: string;
  readonly metaDescription: string;
}

/** A page of the footer as it is stored, with who wrote it last. */
export class InfoPage implements Page {
  readonly name: string;
  readonly type: 'Company' | 'Resources';
  readonly position: number;
  readonly description: string;
  readonly metaDescription: string;
  readonly updatedAt: Date;
  readonly changedBy: string;

  constructor({ name, type, position, description, metaDescription }: Page, at: Date, actor: string) {
    this.name = name;
    this.type = type;
    this.position = position;
    this.description = description;
    this.metaDescription = metaDescription;
    this.updatedAt = at;
    this.changedBy = actor;
  }

  rewrite({ type, position, description, metaDescription }: Page, at: Date, actor: string): void {
    const page = { type, position, description, metaDescription, updatedAt: at, changedBy: actor };
    Object.assign(this, page satisfies Partial<InfoPage>);
  }
}
