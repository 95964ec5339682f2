import { start } from './visit';

// What is fetched to count the view, and begins by itself: the module that fetches it comes with every page.
if (!(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) start();
