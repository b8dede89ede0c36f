import type { LegalDetails, LegalText } from '../legal-text.ts'

export default ({ operator, address, email, jurisdiction, welcomeTokens }: LegalDetails): LegalText => ({
  lead: `This is the public offer of ${operator} to sell tokens for use on this server. Paying for an order accepts it.`,
  sections: [
    {
      heading: 'What is sold',
      body: [
        'Tokens: units that pay for runs on this server. They come in one-time packs and in plans that add tokens every month until canceled. Sizes and prices are listed on the “Prices” page; the price shown at the time of payment applies, taxes included.',
        `A new account gets ${welcomeTokens} tokens free of charge, once per mailbox and not for temporary email addresses. Until the email is confirmed, they may be limited to the built-in models. They are not sold and cannot be exchanged for money.`,
      ],
    },
    {
      heading: 'How the contract is concluded',
      body: [
        'You choose a pack or a plan, see the amount and currency, and pay through the payment provider. The contract is concluded when the provider confirms the payment. The tokens are credited immediately, usually within a minute, and a record of the order is stored in your profile.',
        'If the payment fails, nothing is sold. If it succeeds and the tokens have not arrived after an hour, write to us: a payment is never credited twice and never lost.',
      ],
    },
    {
      heading: 'Packs and plans',
      body: [
        'Tokens from a pack do not expire while the account exists. Tokens from a plan are valid until the end of the period they were issued for; the rest then expires. Tokens that expire soonest are spent first.',
        'A plan renews automatically at the end of each period. You can cancel it at any time in your profile: it then runs to the end of the paid period. A price change applies from the next period and is announced at least 30 days in advance.',
      ],
    },
    {
      heading: 'Refunds',
      body: [
        'You may cancel the purchase of a pack within 14 days and get a refund for unspent tokens. Spent tokens are a service already provided. After that, we refund unspent tokens if the service ends, if we change it to your disadvantage, or where the law requires it.',
        'Refunds are made to the original payment method within 10 days.',
      ],
    },
    {
      heading: 'When something is wrong with a run',
      body: [
        'A failed run is not charged; the tokens are returned automatically. If you stop a text, you pay for what has been written. Images, video and audio that you stop are free unless their provider has started and cannot stop: then you get the result and pay for it. If a result is technically broken, for example a file that does not open, write to us within 30 days, and we return the tokens.',
      ],
    },
    {
      heading: 'The seller',
      body: [
        `${operator}, ${address}, ${email}. The law of ${jurisdiction} applies; consumer rights under the law of your own country are unaffected.`,
      ],
    },
  ],
})
