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
      ['Find the order by the number, or by part of the e-mail or the name, that the buyer gives.', 'listOpsOrders'],
      ['Read its state and its timeline: was it paid, which mails were sent, was one refused?', 'getOpsOrder'],
      ['`pending` though the buyer has paid: settle it with the payment provider now.', 'settleOrder'],
      ['Delivered, and the mail is lost: resend it.', 'sendOrderAgain'],
      ['The address is wrong: correct it. Refused mails are sent to the new one.', 'changeOrderEmail'],
      ['`waiting`: a backorder. Upload keys of the product; backorders get them first.', 'uploadKeys'],
      ['`on_hold`: read why in the timeline, then release or refund the order.', 'releaseOrder'],
    ],
  },
  {
    title: 'A key does not work',
    steps: [
      ['Find the order, and in it the number of the line and of the key (`slot`), both from 1.', 'getOpsOrder'],
      ['Replace it by another key of the same product. The first one is burnt, and the mail says which key is new.', 'replaceOrderKey'],
      ['Nothing in stock, and suppliers offer it: buy another key; it replaces the first one when it is there.', 'buyKeyAgain'],
      ['Whose key is it? Find the order that a key was sold with.', 'findOrdersByKey'],
    ],
  },
  {
    title: 'A buyer mistyped the address',
    steps: [
      ['Correct the address of the order.', 'changeOrderEmail'],
      ['Resend mails that were delivered before.', 'sendOrderAgain'],
    ],
  },
  {
    title: 'A customer cannot log in',
    steps: [
      ['Find the account by a part of the address or name. Guests have none: find their orders.', 'listCustomers'],
      ['Read `lock` and `signIns`: wrong passwords, and from where?', 'getCustomer'],
      ['Too many wrong passwords: unlock the account. Then login needs no captcha, and the password can be changed.', 'unlockCustomer'],
      [
        'Somebody else is logged in to it: end all sessions; the customer chooses another password by "Forgot password".',
        'endCustomerSessions',
      ],
      ['The verification mail does not arrive, and the customer has proved to own the mailbox: an owner verifies it.', 'verifyCustomer'],
      ['Add a note for your colleagues.', 'noteOnCustomer'],
      ['The customer wants the account closed: an owner closes it, for good, and a mail says so.', 'closeCustomer'],
    ],
  },
  {
    title: 'A person asks for the stored data, or for its erasure',
    steps: [
      ['Make sure that the request comes from that person: from the address itself, or signed.'],
      ['Data: give the customer or the e-mail, and send the person `data` and `page` of the answer.', 'exportPerson'],
      ['Erasure: the answer names what is open and must end first. It cannot be undone.', 'erasePerson'],
    ],
  },
  {
    title: 'Refund an order',
    steps: [
      ['Check the lines, earlier refunds, and whether the keys were seen.', 'getOpsOrder'],
      ['Refund one key, a line, an amount, or all that is left; the examples show each.', 'refundOrder'],
      ['Check whether the provider has made it: `refunds` of the order.', 'getOpsOrder'],
      ['Abandon a refund that the provider has not made.', 'giveUpRefund'],
      ['Cancel an order on hold; it is refunded.', 'cancelOrder'],
    ],
  },
  {
    title: 'A bank disputes a payment, or warns of fraud',
    steps: [
      ['Find disputes and warnings, newest first.', 'listDisputes'],
      ['Read the order and its timeline.', 'getOpsOrder'],
      ['A dispute: read the evidence that the shop has assembled, its version and when it is due.', 'getDispute'],
      ['Change or add texts.', 'editEvidence'],
      ['Receipt, record of delivery, mails and terms go as PDF files: look at one.', 'getEvidenceDocument'],
      ['Submit it to the bank, once, with the version that you have read and `confirm` true.', 'submitEvidence'],
      ['Or accept the dispute, which loses its amount for good.', 'closeDispute'],
      ['A warning without a dispute: refund the order, which is cheaper than the dispute that mostly follows.', 'refundOrder'],
      ['Or release the order.', 'releaseOrder'],
    ],
  },
  {
    title: 'A mail server refused a mail',
    steps: [
      ['List the mails that were refused or given up, with the reason.', 'listDeadLetters'],
      ['The address is wrong: correct it in the order. The mail is sent to the new one.', 'changeOrderEmail'],
      ['The address is right, and the cause is fixed: retry the mail.', 'replayDeadLetter'],
      ['Close one that is not needed.', 'closeDeadLetter'],
    ],
  },
  {
    title: 'Change a price, or plan a sale',
    steps: [
      ['Find the product; its `kinguinId` or `id` is what the other calls take.', 'opsListProducts'],
      ['List current and planned prices.', 'listPrices'],
      ['Set the price, with a start and an end if it is for a time.', 'setPrice'],
      ['Plan a sale of the product, in percent or amounts. A date without a time means the whole day.', 'planSale'],
      ['Or one of up to 500 products; the answer lists skipped ones with the reason.', 'planSales'],
      ['End a sale.', 'endSale'],
    ],
  },
  {
    title: 'A product of a feed shows no picture',
    steps: [
      ['List its pictures, with why one was not fetched; without `product` all that failed.', 'listFeedPictures'],
      ['Fetch them again.', 'retryFeedPictures'],
      ['Or upload a cover instead.', 'setCover'],
    ],
  },
  {
    title: 'Limit what one customer may buy',
    steps: [
      ['Set how many pieces of the product one customer may buy in how many days.', 'setCustomerLimit'],
      ['See which products have such a limit.', 'listCustomerLimits'],
      ['Remove the limit.', 'removeCustomerLimit'],
    ],
  },
  {
    title: 'Upload keys, and take an upload back',
    steps: [
      ['Upload with `dryRun` true first: the report has the result of each line.', 'uploadKeys'],
      ['Upload with `dryRun` false.', 'uploadKeys'],
      ['Check the stock.', 'listStock'],
      [
        'A bad file: burn what is unsold of the upload, by the `uploadId` of its report (null after a dry run), first with `dryRun` true.',
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
    title: 'Block a buyer, and free him',
    steps: [
      ['Block an e-mail address, a domain, a card by its fingerprint, or an account by its id.', 'blockBuyer'],
      ['Find the block: its `id` is in the address of the next call.', 'listBlockedBuyers'],
      ['Free him.', 'freeBuyer'],
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
    title: 'See what suppliers offer',
    steps: [
      ['Is each supplier on, how much balance is left, and how old are its offers?', 'listSuppliers'],
      ['List its offers; `ownStock=0` leaves those of products of which the shop has no key.', 'listSupplierOffers'],
      ['Link a product that has no kinguinId at this supplier.', 'linkSupplierProduct'],
      ['The offers are old: synchronise them now.', 'syncSupplier'],
      ['What did synchronisations read and change?', 'listSyncs'],
      ['What was bought, what did it cost, and why was something refused?', 'listPurchases'],
      ['One is `unclear`, and the supplier says that it has no such order: record that, and another one is bought.', 'recordNotMade'],
      ['How much must be left of a price?', 'listMargins'],
      ['Ask for more or less of a product, a genre or a supplier.', 'setMargin'],
      ['What did each day cost, and what was left?', 'exportSupplierReport'],
      ['Give keys of a purchase back, by its `id`, or record what was paid back by hand.', 'returnPurchase'],
      ['Its keys are bad: pause it, and resume it later.', 'pauseSupplier'],
    ],
  },
  {
    title: 'Publish a post',
    steps: [
      ['Upload the pictures of its text; each answer holds the `html` to put there.', 'addPicture'],
      ['Create it; with `isDraft` true, or a future `publishedAt`, only staff can read it.', 'addPost'],
      ['Upload its cover.', 'setPostCover'],
      ['Read it.', 'opsGetPost'],
      ['Publish the draft with `isDraft` false, or change its text or date.', 'changePost'],
    ],
  },
  {
    title: 'Somebody joins or leaves the team',
    steps: [
      ['List the ops keys.', 'listOpsKeys'],
      ['Create a key for the new member; it is shown once.', 'createOpsKey'],
      ['Restrict one to a role, a time or networks.', 'limitOpsKey'],
      ['Revoke the key of a former member.', 'revokeOpsKey'],
      ['Read the audit log.', 'listAudit'],
      ['See which keys were refused, from where.', 'listRefusals'],
    ],
  },
  {
    title: 'Find out who changed something',
    steps: [['Search by order number, kinguinId or id (`subjectId`), by the name of a key, or by the kind of action.', 'listAudit']],
  },
];
