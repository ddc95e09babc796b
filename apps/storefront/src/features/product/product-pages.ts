export { GamePage } from './game-page.tsx';
export { SoftwarePage } from './software-page.tsx';
