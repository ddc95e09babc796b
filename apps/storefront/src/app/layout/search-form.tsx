import { Search } from 'lucide-react';
import { useState } from 'react';
import { useMatch, useNavigate } from 'react-router-dom';
import { paths } from '../../shop/paths.ts';
import styles from './search-form.module.css';

/** Submits to the results only when there is text (specification §5). On the results page it shows what was searched. */
export function SearchForm() {
  const navigate = useNavigate();
  const searched = useMatch('/search/:query')?.params.query ?? '';
  return <Field key={searched} initial={searched} onSearch={(query) => void navigate(paths.search(query))} />;
}

function Field({ initial, onSearch }: { initial: string; onSearch: (query: string) => void }) {
  const [text, setText] = useState(initial);
  return (
    <form
      role="search"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') onSearch(text.trim());
      }}
    >
      <input
        type="search"
        name="query"
        aria-label="Search for games, gift cards and software"
        placeholder="Search games, gift cards, software"
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" aria-label="Search">
        <Search size={20} aria-hidden="true" />
      </button>
    </form>
  );
}
