import { expect, jest, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { usePopups } from './popups.tsx';

function Asker() {
  usePopups();
  return <p>inside</p>;
}

test('Using the popup helper outside its provider: it throws an error', () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<Asker />)).toThrow('usePopups must be used inside PopupsProvider');
  logged.mockRestore();
});
