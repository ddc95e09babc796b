/** The part of Immutable.js in which Swagger UI stores its operations. */
interface Entry {
  get(name: string): unknown;
  getIn(path: readonly string[]): unknown;
}
interface Entries {
  filter(keep: (operation: Entry) => boolean): Entries;
  readonly size: number;
}
interface Tag {
  get(name: 'operations'): Entries;
  set(name: 'operations', operations: Entries): Tag;
}
export interface TaggedOperations {
  map(change: (tag: Tag, name: string) => Tag): TaggedOperations;
  filter(keep: (tag: Tag) => boolean): TaggedOperations;
}
interface TagProps {
  readonly layoutSelectors: { currentFilter(): unknown; isShown(...args: unknown[]): boolean };
}
interface System {
  readonly React: { createElement(component: unknown, props: object): unknown };
}

/**
 * A plugin of Swagger UI: its filter looks for tags only, in the case in which they are written. This one shows the operations that have
 * every word of what was typed in their summary, path, method, name or tag, in any case, and opens their tags.
 *
 * It runs in the browser, from its source text: it must not use anything outside of the function.
 */
export const operationFilter = () => ({
  fn: {
    opsFilter: (tags: TaggedOperations, typed: string) => {
      const words = typed.toLowerCase().split(/\s+/);
      return tags
        .map((tag, name) =>
          tag.set(
            'operations',
            tag.get('operations').filter((operation) => {
              const about = ['summary', 'operationId'].map((field) => operation.getIn(['operation', field]));
              const text = [name, operation.get('method'), operation.get('path'), ...about].join(' ').toLowerCase();
              return words.every((word) => text.includes(word));
            }),
          ),
        )
        .filter((tag) => tag.get('operations').size > 0);
    },
  },
  wrapComponents: {
    OperationTag: (OperationTag: unknown, system: System) => (props: TagProps) => {
      const typed = props.layoutSelectors.currentFilter();
      const isFiltered = typeof typed === 'string' && typed.trim() !== '' && typed !== 'true' && typed !== 'false';
      const layoutSelectors = isFiltered ? { ...props.layoutSelectors, isShown: () => true } : props.layoutSelectors;
      return system.React.createElement(OperationTag, { ...props, layoutSelectors });
    },
  },
});
