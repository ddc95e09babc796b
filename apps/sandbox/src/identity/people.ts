import { createHash } from 'node:crypto';

/** A person with an account at the simulated providers. */
export interface Person {
  readonly id: string;
  readonly givenName: string;
  readonly familyName: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
}

export const people: readonly Person[] = [
  person('Robin', 'Player', 'robin@players.example', true),
  person('Kim', 'Gamer', 'kim@players.example', true),
  person('Sam', 'Unchecked', 'sam@players.example', false),
];

/** The same e-mail is the same person, who keeps the same number. */
function person(givenName: string, familyName: string, email: string, isEmailVerified: boolean): Person {
  const number = createHash('sha256').update(email.toLowerCase()).digest().readUIntBE(0, 5) % 10 ** 10;
  return { id: `7656119${String(number).padStart(10, '0')}`, givenName, familyName, email, isEmailVerified };
}

/** The person of a form: an existing one by id, or a new one. Null for an empty form. */
export function personIn(form: Readonly<Record<string, unknown>>): Person | null {
  const text = (name: string) => (typeof form[name] === 'string' ? form[name].trim().slice(0, 100) : '');
  const known = people.find(({ id }) => id === text('person'));
  if (known) return known;
  if (!/^[^\s@]+@[^\s@]+$/.test(text('email'))) return null;
  return person(text('name') || 'Nobody', '', text('email'), text('verified') === 'on');
}
