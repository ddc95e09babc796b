import styles from './html-text.module.css';

/** HTML that the server has sanitised on its way in (decisions, HTML). */
export function HtmlText({ html }: { html: string }) {
  return <div className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />;
}
