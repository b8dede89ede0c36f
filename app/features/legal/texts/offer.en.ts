import type { LegalText, Operator } from '../documents.ts'
import { config } from '#config'

export default ({ operator, address, email, jurisdiction }: Operator): LegalText => ({
  lead: `This is the public offer of ${operator} to sell tokens for use on this server. Paying for an order accepts it.`,
  sections: [
    {
      heading: 'What is sold',
      body: [
        'Tokens: units with which runs on this server are paid for. They come in packs, bought once, and in plans, which bring a number of tokens every month until they are cancelled. Sizes and prices stand on the page “Prices”; what counts is the price shown at the moment of payment, taxes included.',
        `A new account gets ${config.tokens.welcomeGrant} tokens free of charge, once per mailbox and not for temporary email addresses. Until the email is confirmed, they can be limited to the built-in models. They are not sold and cannot be exchanged for money.`,
      ],
    },
    {
      heading: 'How a contract comes about',
      body: [
        'You choose a pack or a plan, see the sum and the currency, and pay through the payment provider. The contract is made when the provider confirms the payment. The tokens are credited at once, as a rule within a minute, and a record of the order is kept in your profile.',
        'If the payment fails, nothing is sold. If it went through and the tokens are not there after an hour, write to us: a payment is never credited twice and never lost.',
      ],
    },
    {
      heading: 'Packs and plans',
      body: [
        'Tokens from a pack do not expire while the account exists. Tokens from a plan are valid until the end of the period they were given for; what is left then ends. Tokens that end soonest are spent first.',
        'A plan renews itself at the end of each period. You can cancel it at any time in your profile: it then runs to the end of the paid period. A change of price applies from the next period and is announced at least 30 days before.',
      ],
    },
    {
      heading: 'Taking it back',
      body: [
        'You may withdraw within 14 days of buying a pack and get the money for tokens that have not been spent. Tokens that have been spent are a service that has been rendered. After that we refund unspent tokens when the service ends, when we change it to your disadvantage, or where the law says so.',
        'Refunds go back the way the money came, within 10 days.',
      ],
    },
    {
      heading: 'When something is wrong with a run',
      body: [
        'A run that fails is not charged; the tokens come back by themselves. If you stop a text, you pay for what has been written; images, video and audio that you stop are free unless their provider has started and cannot stop: then you get the result and pay for it. If a result is technically broken, for instance a file that does not open, write to us within 30 days and we give the tokens back.',
      ],
    },
    {
      heading: 'The seller',
      body: [
        `${operator}, ${address}, ${email}. The law of ${jurisdiction} applies; the rights of consumers under the law of their own country remain.`,
      ],
    },
  ],
})
