/** What to do, and the operation that does it; an operation is named by its `operationId`. */
type Step = readonly [what: string, operationId?: string];
export interface OpsTask {
  readonly title: string;
  readonly steps: readonly Step[];
}

/** The most frequent tasks of staff, call by call. A test checks that the operation of each step exists. */
export const OPS_TASKS: readonly OpsTask[] = [
  {
    title: 'A buyer has no key',
    steps: [
      ['Find the order by the number, or by part of the e-mail or the name, that the buyer tells.', 'listOpsOrders'],
      ['Read its state and its timeline: was it paid, which mails left, did one come back?', 'getOpsOrder'],
      ['`pending` though the buyer has paid: have the payment provider asked now.', 'settleOrder'],
      ['Delivered, and the mail is lost: send it again.', 'sendOrderAgain'],
      ['The address is wrong: correct it. Mails that came back go to the new one by themselves.', 'changeOrderEmail'],
      ['`waiting`: the product is sold out. Upload keys of it; those who wait get theirs first.', 'uploadKeys'],
      ['`on_hold`: read why in the timeline, then deliver what is held, or refund it.', 'releaseOrder'],
    ],
  },
  {
    title: 'A key does not work',
    steps: [
      ['Find the order, and in it the number of the line and of the key (`slot`), both from 1.', 'getOpsOrder'],
      ['Give another key of the same product. The first one is burnt, and the mail says which key is new.', 'replaceOrderKey'],
      ['Whose key is it? Find the order that a key was sold with.', 'findOrdersByKey'],
    ],
  },
  {
    title: 'A buyer mistyped the address',
    steps: [
      ['Correct the address of the order.', 'changeOrderEmail'],
      ['What had reached a mailbox before is sent once more by hand.', 'sendOrderAgain'],
    ],
  },
  {
    title: 'A customer cannot log in',
    steps: [
      ['Find the account by a part of the address or name. Guests have none: find their orders.', 'listCustomers'],
      ['Read `lock` and `signIns`: wrong passwords, and from where?', 'getCustomer'],
      ['Too many wrong passwords: forget them. The captcha is asked no more, and the password can be changed.', 'unlockCustomer'],
      [
        'Somebody else is logged in to it: end all sessions; the customer chooses another password by "Forgot password".',
        'endCustomerSessions',
      ],
      ['The mail to verify the address does not arrive, and the mailbox is shown to be theirs: an owner verifies it.', 'verifyCustomer'],
      ['Write down for your colleagues what was said.', 'noteOnCustomer'],
      ['The customer wants the account closed: an owner closes it, for good, and a mail says so.', 'closeCustomer'],
    ],
  },
  {
    title: 'Money is to go back',
    steps: [
      ['Look at the lines, what was refunded before, and whether the keys were seen.', 'getOpsOrder'],
      ['Refund one key, a line, an amount, or all that is left; the examples show each.', 'refundOrder'],
      ['See whether the provider has made it: `refunds` of the order.', 'getOpsOrder'],
      ['A refund that shall not be made any more is given up while the provider has not made it.', 'giveUpRefund'],
      ['An order that is on hold is cancelled; its money goes back.', 'cancelOrder'],
    ],
  },
  {
    title: 'A bank disputes a payment, or warns of fraud',
    steps: [
      ['Find disputes and warnings, newest first.', 'listDisputes'],
      ['Read the order; answer the dispute in the dashboard of the payment provider.', 'getOpsOrder'],
      ['A warning without a dispute: refund the order, which is cheaper than the dispute that mostly follows.', 'refundOrder'],
      ['Or deliver what was frozen.', 'releaseOrder'],
    ],
  },
  {
    title: 'A mail server refused a mail',
    steps: [
      ['List the mails that were refused or given up, with the reason.', 'listDeadLetters'],
      ['The address is wrong: correct it in the order. The mail goes to the new one by itself.', 'changeOrderEmail'],
      ['The address is right, and the reason is gone: send the mail again.', 'replayDeadLetter'],
      ['Put one aside that shall not be sent.', 'closeDeadLetter'],
    ],
  },
  {
    title: 'Change a price, or plan a sale',
    steps: [
      ['Find the product; its `kinguinId` or `id` is what the other calls take.', 'opsListProducts'],
      ['See the prices that hold and that are planned.', 'listPrices'],
      ['Set the price, with a start and an end if it is for a time.', 'setPrice'],
      ['Plan a sale of the product, in percent or amounts. A date without a time means the whole day.', 'planSale'],
      ['Or one of up to 500 products; it names those that it left out, and why.', 'planSales'],
      ['Take a sale back.', 'endSale'],
    ],
  },
  {
    title: 'Upload keys, and take an upload back',
    steps: [
      ['Upload with `dryRun` true first: the report tells what each line would become.', 'uploadKeys'],
      ['Upload with `dryRun` false.', 'uploadKeys'],
      ['See how many there are.', 'listStock'],
      [
        'A bad file: burn what is unsold of the upload, by the `uploadId` that its report told (null after a dry run), first with `dryRun` true.',
        'burnUpload',
      ],
      ['One bad key: look at it, and burn it.', 'burnKey'],
    ],
  },
  {
    title: 'Reorder the home page',
    steps: [
      ['Read it as it is; its answer and a `reason` are the body of the next call.', 'opsGetHome'],
      ['Try the new order with `dryRun` true, then send it with `dryRun` false.', 'arrangeHome'],
    ],
  },
  {
    title: 'Block a network or a country, and free it',
    steps: [
      ['Block an address or a range.', 'blockNetwork'],
      ['Block a country by its two letters.', 'blockCountry'],
      ['See which networks are blocked.', 'listBlockedNetworks'],
      ['Free a network.', 'freeNetwork'],
      ['See which countries are blocked.', 'opsListBlockedCountries'],
      ['Free a country.', 'freeCountry'],
    ],
  },
  {
    title: 'Hide a review',
    steps: [
      ['Find it by product or stars.', 'opsListReviews'],
      ['Hide it; it can be shown again.', 'hideReview'],
    ],
  },
  {
    title: 'Publish a post',
    steps: [
      ['Upload the pictures of its text; each answer holds the `html` to put there.', 'addPicture'],
      ['Write it; with `isDraft` true, or with a `publishedAt` that is to come, nobody but the staff reads it yet.', 'addPost'],
      ['Give it a cover.', 'setPostCover'],
      ['Read it as it stands.', 'opsGetPost'],
      ['Publish the draft with `isDraft` false, or change its text or date.', 'changePost'],
    ],
  },
  {
    title: 'Somebody joins or leaves the team',
    steps: [
      ['See the keys that there are.', 'listOpsKeys'],
      ['Make a key for whoever joins; it is shown once.', 'createOpsKey'],
      ['Limit one to a role, a time or networks.', 'limitOpsKey'],
      ['End the key of whoever leaves, at once.', 'revokeOpsKey'],
      ['Read what somebody did.', 'listAudit'],
    ],
  },
  {
    title: 'Find out who changed something',
    steps: [['Search by order number, kinguinId or id (`subjectId`), by the name of a key, or by the kind of action.', 'listAudit']],
  },
];
