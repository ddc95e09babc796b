export { BlogListPage } from './blog-list-page.tsx';
export { BlogPostPage } from './blog-post-page.tsx';
