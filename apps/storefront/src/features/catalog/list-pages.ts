export { FilteredListPage } from './filtered-list-page.tsx';
export { PlatformPage } from './platform-page.tsx';
export { SearchPage } from './search-page.tsx';
export { SoftwareListPage } from './software-list-page.tsx';
