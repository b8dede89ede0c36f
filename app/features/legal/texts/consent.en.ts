import type { LegalText, Operator } from '../legal-text.ts'

export default ({ operator, address, email }: Operator): LegalText => ({
  lead: `By ticking the box, I freely, of my own will and in my own interest, agree that ${operator} processes my personal data as described here.`,
  sections: [
    { heading: 'Who processes it', body: [`${operator}, ${address}, ${email}.`] },
    {
      heading: 'What is processed',
      body: [
        [
          'Email address; name and picture, if I add them; language, time zone and currency.',
          'What I write, upload and create here, and recordings of a voice, if I add them.',
          'Purchases, without card numbers, which only the payment service receives.',
          'Network address, browser and system of the devices on which I’m signed in.',
        ],
      ],
    },
    {
      heading: 'What for',
      body: [
        'To keep my account, to create and store what I ask for, to take payments and issue receipts, to answer my questions and to prevent abuse.',
      ],
    },
    {
      heading: 'How',
      body: [
        'By computer: collecting, recording, storing, changing, using, passing on to the services that the privacy policy names for what I ask for, blocking, deleting and destroying.',
      ],
    },
    {
      heading: 'How long, and how to withdraw it',
      body: [
        `The consent is valid until I withdraw it or delete my account. I can withdraw it at any time: by deleting the account in the settings, or by writing to ${email}. The data is then deleted within 30 days, except for what the law obliges to keep.`,
      ],
    },
  ],
})
