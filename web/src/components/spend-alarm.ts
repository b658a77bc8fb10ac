/** Must equal the server's value: at this share of a limit the event `spend_alarm` is sent. */
export const ALARM_SHARE = 0.8
