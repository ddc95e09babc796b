import { expect, test } from '@jest/globals';
import { fireEvent, within } from '@testing-library/react';
import type { FakeRoutes } from '../../testing/fake-api.ts';
import { pageOpener } from '../../testing/open-page.tsx';
import { ContactPage } from './contact-page.tsx';

const openPage = pageOpener({ '/contact': <ContactPage /> });

const SEND = 'POST /contact/contacts';
const VERIFY = 'POST /user/verifyCaptcha';
const refused = (status: number, message: string, details: object[] = []) => ({ status, body: { message, details } });

async function contact(routes: FakeRoutes = {}) {
  const shop = openPage('/contact', {
    'GET /user/captcha-challenge': { body: { provider: 'altcha' } },
    [VERIFY]: { body: { success: true } },
    [SEND]: { status: 201, body: { succes: true } },
    ...routes,
  });
  const form = within(await shop.findByRole('form', { name: 'Contact' }));
  const captcha = async () => shop.user.click(await form.findByRole('checkbox', { name: "I'm not a robot" }));
  const submit = () => shop.user.click(form.getByRole('button', { name: /Send message/ }));
  const box = (name: string) => form.getByRole<HTMLInputElement>('textbox', { name });
  const file = () => form.getByLabelText<HTMLInputElement>(/^File/);
  const fillIn = () => {
    fireEvent.change(box('Full name'), { target: { value: 'Ada Buyer' } });
    fireEvent.change(box('E-mail'), { target: { value: 'ada@example.com' } });
    fireEvent.change(box('Message'), { target: { value: 'It does not open.' } });
  };
  return { ...shop, form, captcha, submit, box, file, fillIn };
}

test('Contact: "Form submitted successfully!", the message with its file has gone out, and the form is empty', async () => {
  const page = await contact();
  page.fillIn();
  await page.user.upload(page.file(), new File(['x'.repeat(40)], 'error.png', { type: 'image/png' }));
  await page.captcha();
  await page.submit();
  expect((await page.findByText('Form submitted successfully!')).getAttribute('role')).toBe('status');
  const sent = page.callsOf(SEND)[0]?.body as Record<string, unknown>;
  expect(sent).toMatchObject({ fullName: 'Ada Buyer', email: 'ada@example.com', message: 'It does not open.' });
  expect([(sent.file as File).name, (sent.file as File).size]).toEqual(['error.png', 40]);
  for (const name of ['Full name', 'E-mail', 'Message']) expect(page.box(name).value).toBe('');
});

test('without a file none is sent', async () => {
  const page = await contact();
  page.fillIn();
  await page.captcha();
  await page.submit();
  await page.findByText('Form submitted successfully!');
  expect(page.callsOf(SEND)[0]?.body).toEqual({ fullName: 'Ada Buyer', email: 'ada@example.com', message: 'It does not open.' });
});

test('Contact: "Form submission failed. Please try again.", and what was typed is kept', async () => {
  const page = await contact({ [SEND]: 'no answer' });
  page.fillIn();
  await page.captcha();
  await page.submit();
  expect((await page.findByText('Form submission failed. Please try again.')).getAttribute('role')).toBe('alert');
  expect(page.box('Message').value).toBe('It does not open.');
});

test('Captcha missing: "Please verify the captcha.", and nothing is sent', async () => {
  const page = await contact();
  page.fillIn();
  await page.submit();
  expect(await page.findByText('Please verify the captcha.')).toBeTruthy();
  expect([...page.callsOf(VERIFY), ...page.callsOf(SEND)]).toEqual([]);
});

test('Captcha failed: "Captcha validation failed. Please try again.", and nothing is sent', async () => {
  const page = await contact({ [VERIFY]: { body: { success: false } } });
  page.fillIn();
  await page.captcha();
  await page.submit();
  expect(await page.findByText('Captcha validation failed. Please try again.')).toBeTruthy();
  expect(page.callsOf(SEND)).toEqual([]);
  expect(page.box('Message').value).toBe('It does not open.');
});

test.each([
  ['fullName', 'Full name', 'The name is too long.'],
  ['email', 'E-mail', 'Please enter a valid email address.'],
  ['message', 'Message', 'The message is too long.'],
])('what the server says of %s stands at its field', async (field, label, message) => {
  const page = await contact({ [SEND]: refused(400, message, [{ field, message }]) });
  page.fillIn();
  await page.captcha();
  await page.submit();
  expect(await page.findByText('Form submission failed. Please try again.')).toBeTruthy();
  const box = page.box(label);
  expect(box.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(message);
  expect(box.value).not.toBe('');
});

test('a file that the server refuses is named at its field', async () => {
  const message = 'This type of file cannot be sent.';
  const page = await contact({ [SEND]: refused(415, message, [{ field: 'file', message }]) });
  page.fillIn();
  await page.user.upload(page.file(), new File(['x'], 'error.png', { type: 'image/png' }));
  await page.captcha();
  await page.submit();
  expect(await page.findByText(message)).toBeTruthy();
  expect(page.file().getAttribute('aria-describedby')).toBe('file-problem file-hint');
});

test('a refusal that is about no field is shown in the specified words, too', async () => {
  const page = await contact({ [SEND]: refused(429, 'We have several messages of yours already.') });
  page.fillIn();
  await page.captcha();
  await page.submit();
  expect((await page.findByRole('alert')).textContent).toBe('Form submission failed. Please try again.');
});

test('a file of more than 5 MB is not even sent', async () => {
  const page = await contact();
  page.fillIn();
  const large = new File(['x'], 'film.png', { type: 'image/png' });
  Object.defineProperty(large, 'size', { value: 5 * 1024 * 1024 + 1 });
  fireEvent.change(page.file(), { target: { files: [large] } });
  expect(await page.findByText('The file may be at most 5 MB.')).toBeTruthy();
  await page.captcha();
  await page.submit();
  expect([...page.callsOf(VERIFY), ...page.callsOf(SEND)]).toEqual([]);
  expect(document.activeElement).toBe(page.file());
});

test('without a name, an address or a message nothing is sent', async () => {
  const page = await contact();
  await page.captcha();
  for (const name of ['Full name', 'E-mail', 'Message']) {
    page.fillIn();
    fireEvent.change(page.box(name), { target: { value: '' } });
    await page.submit();
  }
  expect([...page.callsOf(VERIFY), ...page.callsOf(SEND)]).toEqual([]);
});

test('a second message needs a captcha of its own', async () => {
  const page = await contact();
  page.fillIn();
  await page.captcha();
  await page.submit();
  await page.findByText('Form submitted successfully!');
  page.fillIn();
  await page.submit();
  expect(await page.findByText('Please verify the captcha.')).toBeTruthy();
  expect(page.callsOf(SEND)).toHaveLength(1);
});
