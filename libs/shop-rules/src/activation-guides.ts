import { type NavigationPlatform, platformFamily } from './platforms.ts';

export interface ActivationGuide {
  /** "Steam", or "your platform" for the general one. */
  readonly platform: string;
  readonly steps: readonly string[];
}

const guides: Record<NavigationPlatform, readonly string[]> = {
  Steam: [
    'Open the Steam app and sign in, or create a free account first.',
    'In the menu "Games", choose "Activate a Product on Steam…".',
    'Type the key, confirm, and find the game in your library.',
  ],
  'Epic Games': [
    'Open the Epic Games Launcher and sign in.',
    'Click your name at the top right and choose "Redeem Code".',
    'Type the key, confirm, and find the game in your library.',
  ],
  Ubisoft: [
    'Open Ubisoft Connect and sign in.',
    'Open the menu at the top left and choose "Activate a key".',
    'Type the key, confirm, and find the game under "Games".',
  ],
  PlayStation: [
    'On the console, open PlayStation Store and sign in.',
    'Choose "Redeem Code" in the menu of your profile.',
    'Type the code, confirm, and start the download.',
  ],
  Xbox: [
    'On the console, open the Store, or go to redeem.microsoft.com and sign in.',
    'Choose "Redeem a code".',
    'Type the 25 characters, confirm, and install the game from "My games & apps".',
  ],
  Nintendo: [
    'On the console, open Nintendo eShop with your account.',
    'Choose "Enter Code" in the list on the left.',
    'Type the 16 characters, confirm, and the download starts.',
  ],
};

const general: readonly string[] = [
  'Sign in on the platform that the product names, in its app or on its website.',
  'Look for "Redeem", "Activate" or "Enter code" in the menu of your account.',
  'Type the key exactly as it stands in the e-mail and confirm.',
];

/** How a key is activated on the platform of a product. */
export function activationGuide(platform: string): ActivationGuide {
  const family = platformFamily(platform);
  return family === null ? { platform: 'your platform', steps: general } : { platform: family, steps: guides[family] };
}

/** All guides: one for each platform of the navigation, the general one last. */
export function activationGuides(): ActivationGuide[] {
  return [...Object.entries(guides).map(([platform, steps]) => ({ platform, steps })), { platform: 'your platform', steps: general }];
}
