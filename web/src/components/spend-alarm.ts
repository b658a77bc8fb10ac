/** Must equal the server's value, at which the event `spend_alarm` is sent. */
export const SPEND_ALARM_SHARE = 0.8
