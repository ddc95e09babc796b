import { expect, test } from '@jest/globals';
import { readConfig } from '../../config/config.ts';
import { type MailPart, paragraph, quote, secretBox, sideLink } from './mail-parts.ts';
import { MailLayout } from './mail-layout.ts';

const config = readConfig({ STOREFRONT_ORIGIN: 'https://shop.example', API_ORIGIN: 'https://api.example' });
const layout = new MailLayout(config);
const mail =
  (...parts: MailPart[]) =>
  () =>
    layout.compose({ subject: 'News', title: 'News', preheader: 'News', parts });

test.each([
  sideLink('Look', 'https://evil.example/'),
  sideLink('Look', 'https://shop.example.evil.example/'),
  paragraph('Hello https://evil.example, look at http://evil.example/x'),
  paragraph('HTTPS://EVIL.example'),
  paragraph('Write to mailto:eve@evil.example'),
])('a mail with an address outside the shop is not composed: %j', (part) => {
  expect(mail(part)).toThrow('A mail may link to the shop only.');
});

test('an external page is accepted if it is one of the staff links, and no other page of its site', () => {
  const page = 'https://pay.example/payments/1?a=1&b=2';
  const compose = (link: string) =>
    layout.compose({ subject: 'News', title: 'News', preheader: 'News', staffLinks: [page], parts: [sideLink('Look', link)] });
  expect(compose(page).text).toContain(page);
  expect(() => compose('https://pay.example/payments/2')).toThrow('A mail may link to the shop only.');
});

test('links to the shop, its support address, and addresses in quoted text are accepted', () => {
  const parts = [
    sideLink('Home', layout.link('/home')),
    sideLink('Support', `mailto:${config.supportEmail}`),
    quote('See https://a.example'),
  ];
  expect(mail(...parts)().text).toContain('See https://a.example');
});

test('a key of several lines keeps them', () => {
  const { html, text } = mail(secretBox('login: ada\npassword: secret'))();
  expect(html).toMatch(/<code [^>]*white-space:pre-wrap[^>]*>login: ada\npassword: secret<\/code>/);
  expect(text).toContain('  login: ada\n  password: secret');
});
