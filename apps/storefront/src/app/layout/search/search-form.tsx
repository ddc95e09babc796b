import { productPath } from '@keyturn/shop-rules';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { searchedText } from '../../../lib/searched-text.ts';
import { paths } from '../../../shop/paths.ts';
import styles from './search-form.module.css';
import { optionId, SuggestionList } from './suggestion-list.tsx';
import { type Suggestions, useSuggestions } from './use-suggestions.ts';

/** The search of the header. On the results page it shows what was searched. */
export function SearchForm() {
  const searched = searchedText(useLocation().pathname) ?? '';
  return <SearchBox key={searched} initial={searched} />;
}

/**
 * A combobox with a list of suggestions, none of which is chosen by itself (APG: "list autocomplete with manual selection"):
 * arrow keys move through them, Enter opens the active one or else searches, Escape closes first and clears second.
 * It submits only when there is text.
 */
function SearchBox({ initial }: { initial: string }) {
  const navigate = useNavigate();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(initial);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const typed = text.trim();
  const suggestions = useSuggestions(isOpen ? typed : '');
  const products = suggestions.state === 'found' ? suggestions.products : [];
  const reached = products[active];

  const open = () => {
    setOpen(true);
    setActive(-1);
  };
  const close = () => {
    setOpen(false);
    setActive(-1);
  };

  // A click anywhere outside hides the list.
  useEffect(() => {
    if (!isOpen) return;
    const hide = (event: PointerEvent) => {
      if (!(event.target instanceof Node && form.current?.contains(event.target))) close();
    };
    document.addEventListener('pointerdown', hide);
    return () => document.removeEventListener('pointerdown', hide);
  }, [isOpen]);

  const submit = () => {
    if (typed === '') return;
    close();
    void navigate(reached ? productPath(reached) : paths.search(typed));
  };

  const walk = (step: 1 | -1) => {
    if (!isOpen) return open();
    // The box itself is one of the stops.
    const stations = products.length + 1;
    setActive(((active + 1 + step + stations) % stations) - 1);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // A key that ends an IME composition belongs to the composition.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      walk(event.key === 'ArrowDown' ? 1 : -1);
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      if (isOpen && typed !== '') close();
      else setText('');
    }
  };

  return (
    <form
      ref={form}
      role="search"
      // Without its script, the server redirects to the results.
      action="/search"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <input
        type="text"
        name="query"
        role="combobox"
        aria-label="Search for games, gift cards and software"
        aria-autocomplete="list"
        aria-expanded={products.length > 0}
        aria-controls={products.length > 0 ? id : undefined}
        aria-activedescendant={reached ? optionId(id, active) : undefined}
        placeholder="Search games, gift cards, software"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="search"
        enterKeyHint="search"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          open();
        }}
        onClick={() => !isOpen && open()}
        onKeyDown={onKeyDown}
      />
      <button type="submit" aria-label="Search">
        <Search size={20} aria-hidden="true" />
      </button>
      <p className="visually-hidden" role="status">
        {spoken(suggestions)}
      </p>
      <SuggestionList id={id} typed={typed} suggestions={suggestions} active={active} onChosen={close} />
    </form>
  );
}

/** Announced by screen readers about the list below the box. */
function spoken(suggestions: Suggestions): string {
  if (suggestions.state === 'failed') return 'Suggestions could not be loaded.';
  if (suggestions.state !== 'found') return '';
  const count = suggestions.products.length;
  if (count === 0) return 'No product found.';
  return count === 1 ? '1 suggestion' : `${count} suggestions`;
}
