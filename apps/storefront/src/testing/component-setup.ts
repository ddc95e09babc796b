import { afterEach } from '@jest/globals';
import { cleanup, configure, getConfig } from '@testing-library/react';
import { rememberStyles } from './styles.ts';

const { getElementError } = getConfig();

configure({
  // The first page of a file brings its part of the script along, which has to be compiled: that takes its time on a busy computer.
  asyncUtilTimeout: 15_000,
  // A wait for an element looks at every change of the page: only the last look prints the page.
  getElementError: (message, container) => (isLookedAtAgain() ? elementError(message) : getElementError(message, container)),
});
rememberStyles();

afterEach(cleanup);

function isLookedAtAgain(): boolean {
  return Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
}

function elementError(message: string | null): Error {
  return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' });
}
