import * as config from '#config'
import type { LegalText, Operator } from '../legal-text.ts'

export default ({ operator, address, email, jurisdiction }: Operator): LegalText => ({
  lead: `These are the terms between you and ${operator}, who runs this service. You agree to them when you create an account.`,
  sections: [
    {
      heading: 'The service',
      body: [
        `${config.name} creates video, images, audio and text from what you write or upload. Results come from the listed models: a rule-based built-in engine and, if the operator has connected them, models from other providers. Every result shows the name of its model.`,
        'Results are generated automatically. They can be wrong, odd or similar to what others get from similar prompts. Check a result before you rely on it.',
      ],
    },
    {
      heading: 'Your account',
      body: [
        'You must be of legal age in your country or have the consent of a parent or guardian. Use your own email address and keep your password to yourself: anything done under your account counts as done by you until you tell us that someone else has access.',
        'You can delete your account at any time in settings. It is erased a week later, together with unused tokens.',
      ],
    },
    {
      heading: 'Your content',
      body: [
        'What you write and upload stays yours, and between you and us, so do the results. You permit us only to store and process them in order to provide the service. We do not show your content to others and do not train models on it.',
        'You are responsible for having the rights to what you upload and for how you use the results. The acceptable use policy is part of these terms.',
      ],
    },
    {
      heading: 'Tokens',
      body: [
        'A run is paid for with tokens at the price shown before it starts. Tokens are reserved at the start and charged when the result is ready. If a run fails, all of them are returned. The offer explains what a stopped run costs.',
        'Tokens are a right to use this service. They are not money, bear no interest and cannot be transferred. The offer explains how they are sold.',
      ],
    },
    {
      heading: 'What we promise and what we don’t',
      body: [
        'We run the service with reasonable care and announce planned downtime. It may still be interrupted. We do not promise that a particular model stays available.',
        'Our liability is unlimited for intent, gross negligence and harm to life or health. Otherwise it is limited to what you paid in the twelve months before the event. Your statutory consumer rights are unaffected.',
      ],
    },
    {
      heading: 'Changes and termination',
      body: [
        'If these terms change materially, we notify you at least 14 days in advance. If you do not agree, you can delete your account, and unused purchased tokens are refunded.',
        'We may close an account that violates the acceptable use policy. We tell you why and hear you first, unless harm is imminent.',
      ],
    },
    {
      heading: 'Law and contact',
      body: [`The law of ${jurisdiction} applies. ${operator}, ${address}. Write to ${email}.`],
    },
  ],
})
