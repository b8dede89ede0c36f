import type { LegalText, Operator } from '../legal-text.ts'

export default ({ email }: Operator): LegalText => ({
  lead: 'A tool that creates anything you describe needs a few limits. There are not many, and we enforce them.',
  sections: [
    {
      heading: 'What you may not create',
      body: [
        [
          'Sexual content involving minors, in any form and style, including drawings and fiction. There are no exceptions, and we report it.',
          'Images, voices or videos of real people in intimate, degrading or invented situations without their consent.',
          'Imitations of a real person’s voice or face meant to pass as real.',
          'Calls for violence, praise of terrorism, hatred of people for who they are.',
          'Instructions for weapons, poisons, drugs, malware or hacking.',
          'Deception: forged documents, false evidence, fake reviews, fraud, election interference.',
          'Content that infringes the rights of others, such as copies of protected works or trademarks.',
        ],
      ],
    },
    {
      heading: 'How you may not use the service',
      body: [
        [
          'Through several accounts to collect welcome tokens, or by handing an account over to someone else.',
          'In ways that overload it: requests beyond the published limits, or programs that bypass them.',
          'To look for security holes, unless you have agreed on a test with us first.',
          'To pass its results off as the work of a particular person who did not make them, where that misleads.',
        ],
      ],
    },
    {
      heading: 'Label generated content',
      body: [
        'If people could take a result for a recording of something that happened, say that it was generated. Many countries require this for images, videos and voices that look or sound real.',
      ],
    },
    {
      heading: 'What we do about it',
      body: [
        'Models decline some requests themselves. A declined run costs nothing. We do not look through your content on our own initiative, only when someone reports it, when the law requires it, or when the service is being harmed.',
        'After a violation, we first write to you, then limit the account, then close it. In serious cases we close it immediately and notify the authorities. Remaining purchased tokens are refunded unless the violation was serious.',
      ],
    },
    {
      heading: 'Report a problem',
      body: [
        `If something created here harms you or someone else, write to ${email} with a link or a description. A person reads it within two business days. If you think we made a mistake about your account, write to the same address: someone else will review it.`,
      ],
    },
  ],
})
