import type { LegalText, Operator } from '../documents.ts'
import { config } from '#config'

const days = (seconds: number) => Math.round(seconds / 86_400)

export default ({ operator, address, email }: Operator): LegalText => ({
  lead: `What ${operator} learns about you, why, for how long, and what you can do about it. There is no advertising here, and nobody is told what you do.`,
  sections: [
    {
      heading: 'What we keep',
      body: [
        [
          'Your e-mail address, your name and a picture if you give them, your language, time zone and currency, and the password as a hash that cannot be turned back.',
          'Your prompts and their drafts, the files you upload, the results, and what each run cost.',
          'Purchases: what was bought, when and for how much. Card data goes to the payment provider only and never reaches us.',
          'For each device that is signed in: browser and system in a few words, and when and from which network address it was last used, so that you notice a stranger.',
          'In the server’s log for a short time: the network address of a call, against abuse and too many tries.',
        ],
      ],
    },
    {
      heading: 'Why',
      body: [
        'To carry out the contract with you: to make results, keep them for you and account for tokens. To meet duties of bookkeeping. To keep the service safe, which is our legitimate interest. Nothing is used to build a profile of you, and no model is trained on your work.',
      ],
    },
    {
      heading: 'Who else sees it',
      body: [
        'The built-in models run on this server, and your words do not leave it. If you choose a model of another provider, your prompt and the files you attach are sent to that provider, whose name stands beside the model. Payment providers receive what a payment needs. Authorities receive what the law obliges us to give.',
      ],
    },
    {
      heading: 'Cookies and storage in your browser',
      body: [
        [
          `${config.auth.token.cookieName} and ${config.auth.refreshToken.cookieName} keep you signed in, for up to ${days(config.auth.refreshToken.maxAge)} days. Scripts cannot read them.`,
          `${config.auth.knownDevice.cookieName} remembers for ${days(config.auth.knownDevice.maxAge)} days that you have signed in on this device, so that nobody who guesses your password elsewhere can keep you out. It stays when you sign out and ends when you choose a new password. Scripts cannot read it, and it signs nobody in.`,
          `${config.locale.cookie.name} remembers your language for ${days(config.locale.cookie.maxAge)} days.`,
          `${config.referral.cookieName} remembers for ${days(config.referral.maxAge)} days who sent you, if you came by a referral link.`,
          'verify_later remembers for a week that you have put off confirming your e-mail. While you sign in through another service or a link, and for the moment after you sign out, a few cookies of some minutes help to do it safely.',
          `${config.colorMode.storageKey} in local storage remembers the theme. Drafts of prompts are kept in the browser too.`,
        ],
        'All of these serve what you asked for. There are no others, so there is no banner.',
      ],
    },
    {
      heading: 'For how long',
      body: [
        'Until you delete it. A deleted result is gone from the library at once and from storage soon after. When the account is deleted, everything is deleted except the records of payments, which the law makes us keep.',
        `For ${days(config.tokens.mailboxMemory)} days after that we remember a hash of your email address, so that free tokens are given once per mailbox. Nothing else is kept with it.`,
      ],
    },
    {
      heading: 'Your rights',
      body: [
        `In the settings you can correct what we know of you, save a copy of everything and delete the account. You may also object, restrict or complain to a supervisory authority. ${operator}, ${address}, answers at ${email} within 30 days.`,
      ],
    },
  ],
})
