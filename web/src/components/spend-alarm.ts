/** Must equal the server's value, at which the event `spend_alarm` is sent. */
export const ALARM_SHARE = 0.8
