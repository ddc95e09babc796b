import { type NavigationPlatform, platformFamily } from '@keyturn/shop-rules';

export interface Guide {
  title: string;
  steps: readonly string[];
}

const guides: Record<NavigationPlatform, Guide> = {
  Steam: {
    title: 'Activate on Steam',
    steps: [
      'Open the Steam app and log in to your account.',
      'Choose Games in the menu at the top, then “Activate a Product on Steam…”.',
      'Accept the agreement, type the key from our e-mail, and press Next.',
      'The game is in your library now: press Install.',
    ],
  },
  'Epic Games': {
    title: 'Activate on Epic Games',
    steps: [
      'Open the Epic Games Launcher and log in.',
      'Click your picture in the upper right corner and choose “Redeem Code”.',
      'Type the key from our e-mail and press Redeem.',
      'Find the game in your library and press Install.',
    ],
  },
  Ubisoft: {
    title: 'Activate on Ubisoft Connect',
    steps: [
      'Open Ubisoft Connect and log in.',
      'Open the menu in the upper left corner and choose “Activate a key”.',
      'Type the key from our e-mail and press Activate.',
      'The game is under Games: press Download.',
    ],
  },
  PlayStation: {
    title: 'Redeem on PlayStation',
    steps: [
      'Open the PlayStation Store on your console or on the web and log in.',
      'Open the menu and choose “Redeem Codes”.',
      'Type the code of 12 characters from our e-mail and confirm.',
      'The game or the credit is on your account now. Mind that the region of the code must be that of the account.',
    ],
  },
  Xbox: {
    title: 'Redeem on Xbox',
    steps: [
      'Open the Microsoft Store on your console, or redeem.microsoft.com on the web, and log in.',
      'Choose “Redeem a code”.',
      'Type the code of 25 characters from our e-mail and confirm.',
      'Find it under “My games & apps”, ready to install.',
    ],
  },
  Nintendo: {
    title: 'Redeem on Nintendo eShop',
    steps: [
      'Open the Nintendo eShop on your console and choose your user.',
      'Choose “Enter Code” in the menu on the left.',
      'Type the code of 16 characters from our e-mail and press OK.',
      'The download begins, or the credit is on your account.',
    ],
  },
};

const general: Guide = {
  title: 'Activate your key',
  steps: [
    'Open our e-mail and copy the key.',
    'Log in at the platform that the product is for, in its app or on its web site.',
    'Look for “Redeem”, “Activate a key” or “Enter code” in the menu of your account.',
    'Paste the key and confirm. If something goes wrong, write to us: we help.',
  ],
};

/** The guide that fits a platform; the general one where none does. */
export function guideFor(platform: string): Guide {
  const family = platformFamily(platform);
  return family ? guides[family] : general;
}
