import * as config from '#config'
import type { LegalText, Operator } from '../legal-text.ts'

const days = (seconds: number) => Math.round(seconds / 86_400)

export default ({ operator, address, email }: Operator): LegalText => ({
  lead: `What ${operator} knows about you, why, for how long, and what you can do about it. There is no advertising here, and we do not share what you do.`,
  sections: [
    {
      heading: 'What we store',
      body: [
        [
          'Your email address, your name and photo if you add them, your language, time zone and currency, and your password as a hash that cannot be reversed.',
          'Your prompts and their drafts, the files you upload, the results, and what each run cost.',
          'Purchases: what was bought, when and for how much. Card data goes to the payment provider only and never reaches us.',
          'For each signed-in device: its browser and operating system, and when and from which IP address it was last used, so that you can spot a sign-in that isn’t yours.',
          'In the server’s log, for a short time: the IP address of each request, to prevent abuse and password guessing.',
        ],
      ],
    },
    {
      heading: 'Why',
      body: [
        'To perform our contract with you: to create results, store them for you and keep track of tokens. To meet accounting obligations. To keep the service secure, which is our legitimate interest. We do not profile you and do not train models on your content.',
      ],
    },
    {
      heading: 'Who else sees it',
      body: [
        'The built-in models run on this server, and your prompts do not leave it. If you choose another provider’s model, your prompt and attached files are sent to that provider, whose name is shown next to the model. Payment providers receive what is needed for a payment. Authorities receive what the law requires us to disclose.',
      ],
    },
    {
      heading: 'Cookies and storage in your browser',
      body: [
        [
          `${config.auth.token.cookieName} and ${config.auth.refreshToken.cookieName} keep you signed in, for up to ${days(config.auth.refreshToken.maxAge)} days. Scripts cannot read them.`,
          `${config.auth.knownDevice.cookieName} remembers for ${days(config.auth.knownDevice.maxAge)} days that you have signed in on this device, so that someone guessing your password elsewhere cannot lock you out. It stays when you sign out and ends when you set a new password. Scripts cannot read it, and it cannot be used to sign in.`,
          `${config.locale.cookie.name} remembers your language for ${days(config.locale.cookie.maxAge)} days.`,
          `${config.referral.cookieName} remembers for ${days(config.referral.maxAge)} days who invited you, if you used a referral link.`,
          'studio_view remembers for a year whether you see your results as a grid or as a feed.',
          'verify_later remembers for a week that you postponed confirming your email. While you sign in through another service or a link, and right after you sign out, a few cookies that last minutes keep this secure.',
          `${config.colorMode.storageKey} in local storage remembers the theme. Prompt drafts are stored in the browser too.`,
        ],
        'All of these are needed for what you asked for. There are no others, so there is no cookie banner.',
      ],
    },
    {
      heading: 'For how long',
      body: [
        'Until you delete it. A deleted result disappears from the library immediately and from storage soon after. When the account is deleted, everything is deleted except payment records, which the law requires us to keep.',
        `For ${days(config.tokens.mailboxMemory)} days after that we store a hash of your email address, so that free tokens are given once per mailbox. Nothing else is stored with it.`,
      ],
    },
    {
      heading: 'Your rights',
      body: [
        `In settings you can correct your data, download a copy of everything and delete your account. You may also object to processing, restrict it or complain to a supervisory authority. ${operator}, ${address}, responds to requests at ${email} within 30 days.`,
      ],
    },
  ],
})
