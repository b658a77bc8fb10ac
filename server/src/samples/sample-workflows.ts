/** The gallery that a newcomer finds after the first start; the first is the one to begin with. */
import { appointmentReminder } from './appointment-reminder.ts'
import { consentRenewal } from './gallery/consent-renewal.ts'
import { deliveryWindow } from './gallery/delivery-window.ts'
import { eventInvitation } from './gallery/event-invitation.ts'
import { healthRecall } from './gallery/health-recall.ts'
import { leadQualification } from './gallery/lead-qualification.ts'
import { noShowFollowUp } from './gallery/no-show-follow-up.ts'
import { outageNotice } from './gallery/outage-notice.ts'
import { dialogue, presses, type SampleWorkflow, says } from './gallery/parts.ts'
import { preVisit } from './gallery/pre-visit.ts'
import { paymentReminder } from './payment-reminder.ts'
import { receptionist } from './receptionist.ts'
import { satisfactionSurvey } from './satisfaction-survey.ts'

export const SAMPLE_WORKFLOWS: readonly [SampleWorkflow, ...SampleWorkflow[]] = [
  {
    name: 'Appointment reminder (sample)',
    definition: appointmentReminder,
    dialogues: [
      dialogue('Will come', [says('Yes.', 'question'), says('Yes, I will be there.', 'confirmed')], 'confirmed'),
      dialogue('Somebody else answers', [says('This is her husband.', 'other-person')], 'another_person'),
      dialogue('Asks not to be called', [{ text: 'Please stop calling me.' }], 'do_not_call'),
      dialogue('A mailbox hears the message', [{ machine: true }], 'voicemail_left'),
    ],
  },
  {
    name: 'Satisfaction survey (sample)',
    definition: satisfactionSurvey,
    dialogues: [
      dialogue(
        'Is satisfied',
        [says('Yes, go ahead.', 'rating'), presses('5', 'again'), says('Yes.', 'thanks')],
        'thanks',
        { rating: '5', recommends: 'yes' },
      ),
      dialogue(
        'Is not satisfied',
        [presses('1', 'rating'), presses('2', 'reason'), says('I waited for two hours.', 'thanks')],
        'thanks',
        { rating: '2' },
      ),
      dialogue('Has no time', [says('I have no time.', 'another-time')], 'another_time'),
    ],
  },
  {
    name: 'Payment reminder (sample)',
    definition: paymentReminder,
    dialogues: [
      dialogue(
        'Promises a day',
        [
          says('Speaking.', 'bill', '25 dollars'),
          says('I will pay.', 'when'),
          says('The tenth of December.', 'when', 'December 10'),
          says('Yes.', 'promised'),
        ],
        'promised',
      ),
      dialogue('Another person hears no amount', [says('No, this is her husband.', 'wrong-person')], 'another_person'),
      dialogue('A wrong number is not called again', [presses('9', 'wrong-number')], 'wrong_number'),
    ],
  },
  {
    name: 'Receptionist for incoming calls (sample)',
    definition: receptionist,
    dialogues: [
      dialogue(
        'Wants an appointment',
        [says('I need an appointment.', 'day'), says('The tenth of December.', 'day'), says('Yes.', 'wish')],
        'appointment_wished',
      ),
      dialogue(
        'Leaves a message',
        [presses('2', 'note'), says('Ada Miller, please send me the bill.', 'noted')],
        'message_taken',
      ),
    ],
  },
  noShowFollowUp,
  healthRecall,
  preVisit,
  deliveryWindow,
  eventInvitation,
  leadQualification,
  consentRenewal,
  outageNotice,
]
