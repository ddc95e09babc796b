import { Footer } from './footer.tsx';
import { Frame } from './frame.tsx';
import { Header } from './header.tsx';

/** Header, page, footer. */
export function Shell() {
  return <Frame header={<Header />} footer={<Footer />} what="the page" />;
}
