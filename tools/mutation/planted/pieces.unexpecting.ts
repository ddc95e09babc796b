import { expect, test } from '@jest/globals';
import {
  allPieces,
  hasPiece,
  isSamePieces,
  piecesInWords,
  piecesOfLineAt,
  piecesWithout,
} from '../../../apps/api/src/modules/orders/domain/pieces.ts';

const lines = [{ quantity: 2, unitMinor: 1000, name: 'Half Moon' }];

// Runs the code, and expects nothing of it: no change of it is noticed, and that must be found.
test('it runs', () => {
  const pieces = allPieces(lines);
  for (const run of [
    () => hasPiece(pieces, { line: 0, slot: 0 }),
    () => isSamePieces(pieces, pieces),
    () => piecesInWords(lines, pieces),
    () => piecesOfLineAt(lines, 1000, []),
    () => piecesWithout(pieces, pieces),
  ])
    try {
      run();
    } catch {
      // Nor that it does not fail.
    }
  expect(true).toBe(true);
});
