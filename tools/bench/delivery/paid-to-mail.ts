import { type BuyerOfShop, checkOut, control, eventually } from '../../prove/buyer.ts';
import { milliseconds } from '../measure.ts';

const LONGEST_MS = 30_000;
const LOOK_EVERY_MS = 5;

/** Until a mail to this address, with a subject that begins so, is in the mailbox. */
export async function arrived({ mailbox }: BuyerOfShop, email: string, subject = ''): Promise<void> {
  await eventually(
    () => fetch(`${mailbox}/api/email?to=${email}`).then((answer) => answer.json() as Promise<{ subject: string }[]>),
    (found) => found.some((mail) => mail.subject.startsWith(subject)),
    LONGEST_MS,
    LOOK_EVERY_MS,
  );
}

/** Buys one key. Answers the milliseconds from the end of the payment to the mail with it. */
export async function paidToMail(buyer: BuyerOfShop, kinguinId: number, email: string): Promise<number> {
  const session = await checkOut(buyer, { kinguinId, email });
  return milliseconds(async () => {
    await control(buyer, `sessions/${session}/pay`);
    await arrived(buyer, email, 'Your keys are ready');
  });
}
