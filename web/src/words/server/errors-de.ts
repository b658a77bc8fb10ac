/**
 * The server's errors in German, by their code. The server writes English; a code that is missing here is shown in English.
 * Loaded only if the console is in German.
 */
export const ERRORS_DE: Readonly<Record<string, string>> = {
  unauthorized: 'Sie sind nicht angemeldet, oder der API-Schlüssel gilt nicht. Melden Sie sich noch einmal an.',
  forbidden: 'Die Signatur fehlt oder ist ungültig.',
  scope_too_narrow: 'Ihr Schlüssel oder Ihre Rolle erlaubt das nicht. Nehmen Sie einen Schlüssel mit mehr Rechten.',
  cross_site_request:
    'Diese Anfrage kam von der Seite einer anderen Website. Melden Sie sich an der Konsole dieses Servers an.',
  not_found: 'Unter dieser Adresse gibt es nichts.',
  method_not_allowed: 'Diese Adresse erlaubt diese Art von Anfrage nicht.',
  request_timeout: 'Die Anfrage brauchte zu lange, um anzukommen.',
  payload_too_large: 'Die Daten sind größer, als an dieser Stelle erlaubt ist.',
  uri_too_long: 'Die Adresse ist zu lang.',
  unsupported_media_type: 'Der Server nimmt dieses Format hier nicht an.',
  too_many_requests:
    'Ihre Organisation hat zu viele Anfragen gestellt. Warten Sie einen Augenblick und versuchen Sie es noch einmal.',
  internal_error: 'Im Server ist ein Fehler aufgetreten. Sein Log nennt die Ursache unter der Nummer dieser Anfrage.',
  unavailable: 'Die Datenbank ist nicht erreichbar. Versuchen Sie es in einigen Sekunden noch einmal.',
  too_slow: 'Die Abfrage dauerte zu lange. Schränken Sie den Filter ein.',
  bad_request: 'Die Anfrage ist fehlerhaft.',
  organization_suspended: 'Ihre Organisation ist gesperrt. Wenden Sie sich an den Betreiber dieser Installation.',
  address_not_allowed:
    'Dieser API-Schlüssel gilt nicht für Ihre IP-Adresse. Wenden Sie sich an eine Person mit Administratorrechten.',
  last_admin_key:
    'Das ist der letzte gültige Schlüssel mit dem Recht „admin“, und niemand hat Administratorrechte. Legen Sie zuerst einen anderen Schlüssel an.',
  last_administrator:
    'Das ist die letzte Person mit Administratorrechten, und kein gültiger Schlüssel hat das Recht „admin“. Geben Sie zuerst einer anderen Person diese Rolle.',
  user_not_found: 'In Ihrer Organisation gibt es keine Person mit dieser Nummer.',
  user_deactivated: 'Ihr Konto ist abgeschaltet. Wenden Sie sich an eine Person mit Administratorrechten.',
  role_from_groups: 'Die Rolle dieser Person folgt aus ihren Gruppen beim Anmeldedienst. Ändern Sie die Gruppen dort.',
  not_invited: 'Sie haben hier kein Konto, und keine Ihrer Gruppen hat eine Rolle. Bitten Sie um einen Einladungslink.',
  invitation_not_found: 'In Ihrer Organisation gibt es keine offene Einladung mit dieser Nummer.',
  invitation_not_valid:
    'Diese Einladung gilt nicht: Sie ist abgelaufen, zurückgezogen oder schon angenommen. Bitten Sie um einen neuen Link.',
  invitation_for_another: 'Diese Einladung gilt für eine andere E-Mail-Adresse. Melden Sie sich mit jener an.',
  user_elsewhere: 'Sie haben ein Konto in einer anderen Organisation, und ein Konto gehört nur zu einer.',
  sign_in_not_configured: 'Diese Art der Anmeldung ist nicht eingerichtet. Melden Sie sich mit einem API-Schlüssel an.',
  sign_in_elsewhere:
    'Hier meldet man sich beim Anmeldedienst an. Nehmen Sie die Einladung an, indem Sie sich dort anmelden.',
  sign_in_failed:
    'Die Anmeldung ließ sich nicht bestätigen oder dauerte länger als zehn Minuten. Beginnen Sie noch einmal.',
  provider_unavailable:
    'Der Anmeldedienst antwortet nicht. Versuchen Sie es noch einmal, oder melden Sie sich mit einem API-Schlüssel an.',
  session_not_found: 'Es gibt keine Sitzung mit dieser Nummer.',
  request_in_progress:
    'Dieselbe Anfrage läuft schon, oder ihr Ergebnis ist unbekannt. Prüfen Sie den Stand, bevor Sie sie wiederholen.',
  api_key_not_found: 'Es gibt keinen API-Schlüssel mit dieser Nummer.',
  telephony_configuration_not_found: 'In Ihrer Organisation gibt es diesen Anbieter nicht.',
  telephony_configuration_name_taken: 'Ein anderer Anbieter hat schon diesen Namen.',
  telephony_configuration_in_use: 'Eine Kampagne, die noch nicht abgeschlossen ist, nutzt diesen Anbieter.',
  provider_immutable: 'Die Art des Anbieters lässt sich nicht ändern. Fügen Sie einen neuen hinzu.',
  phone_number_not_found: 'Dieser Anbieter hat keine Rufnummer mit dieser Kennung.',
  phone_number_taken: 'Diese Rufnummer ist für dieses Konto schon eingetragen.',
  address_immutable: 'Eine Rufnummer lässt sich nicht ändern. Löschen Sie sie und tragen Sie die neue ein.',
  phone_number_inactive: 'Diese Rufnummer ist nicht aktiv.',
  workflow_recording_not_found: 'In Ihrer Organisation gibt es diese Aufnahme nicht.',
  workflow_recording_in_use: 'Ein Ablauf spielt diese Aufnahme. Entfernen Sie sie zuerst dort.',
  document_not_found: 'In Ihrer Organisation gibt es dieses Dokument nicht.',
  document_in_use: 'Ein Ablauf nutzt dieses Dokument. Entfernen Sie es zuerst dort.',
  transcription_unavailable:
    'Diese Installation kann Sprache in dieser Sprache nicht erkennen. Schreiben Sie den Wortlaut selbst.',
  contact_list_not_found: 'Es gibt keine Kontaktliste mit dieser Nummer.',
  contact_list_in_use: 'Eine Kampagne nutzt diese Kontaktliste.',
  source_not_found: 'Diese hochgeladene Kontaktliste gibt es nicht.',
  empty_file: 'Die Datei ist leer.',
  phone_column_missing: 'Die Datei hat keine Spalte mit Rufnummern.',
  zone_column_missing:
    'Die Datei hat keine Spalte mit diesem Namen. Nennen Sie die Spalte mit Zeitzone, Bundesstaat oder Postleitzahl.',
  no_valid_rows: 'Die Datei hat keine Zeile mit einer gültigen Rufnummer.',
  header_unreadable: 'Die Kopfzeile der Datei ist nicht lesbar.',
  header_too_wide: 'Die Datei hat zu viele Spalten, oder die Namen der Spalten sind zu lang.',
  invalid_encoding: 'Die Datei ist kein gültiger Text. Speichern Sie sie als CSV UTF-8.',
  too_many_uploads:
    'Zu viele Dateien Ihrer Organisation werden gerade hochgeladen. Versuchen Sie es, wenn einige angekommen sind.',
  disk_full: 'Der Server hat zu wenig Speicherplatz für diese Datei. Wenden Sie sich an den Betreiber.',
  too_many_rows: 'Die Datei hat zu viele Zeilen.',
  spreadsheet_unreadable: 'Die Tabelle ist nicht lesbar. Speichern Sie sie als .xlsx ohne Passwort oder als CSV.',
  sheet_not_chosen: 'Die Tabelle hat mehrere Blätter. Wählen Sie, welches gelesen wird.',
  spreadsheet_cells_unusable:
    'Das Blatt hat Formeln, verbundene Zellen oder verborgene Zeilen. Ersetzen Sie Formeln durch ihre Werte, lösen Sie verbundene Zellen, zeigen oder löschen Sie verborgene Zeilen.',
  suppression_not_found: 'In Ihrer Organisation gibt es diesen Eintrag der Sperrliste nicht.',
  registry_not_found: 'Ihre Organisation hat kein Sperrregister mit diesem Namen.',
  registry_import_running:
    'Ein Sperrregister wird gerade eingelesen. Versuchen Sie es, wenn es fertig ist; die Liste zeigt, wie weit es ist.',
  registry_smaller:
    'Die Datei hat viel weniger Nummern als das geltende Register und ist vielleicht abgeschnitten. Bestätigen Sie, dass sie vollständig ist.',
  suppression_candidate_not_found: 'In Ihrer Organisation gibt es diesen Vorschlag nicht.',
  suppression_candidate_decided: 'Über diesen Vorschlag ist schon entschieden.',
  upload_expired: 'Die Frist zum Hochladen ist abgelaufen. Beginnen Sie noch einmal.',
  upload_already_used: 'Hierhin wurde schon hochgeladen. Beginnen Sie noch einmal.',
  workflow_not_found: 'In Ihrer Organisation gibt es diesen Ablauf nicht.',
  workflow_archived: 'Dieser Ablauf ist archiviert.',
  workflow_needs_a_model:
    'Dieser Ablauf braucht ein Sprachmodell. Richten Sie eines ein, oder schreiben Sie in jeden Schritt, was gesagt wird.',
  language_unavailable: 'Die eingestellte Stimme oder Spracherkennung kann die Sprache dieses Ablaufs nicht.',
  speech_unavailable:
    'Sprache ist nicht eingerichtet. Installieren Sie die Sprachpakete, oder richten Sie einen Sprachdienst ein.',
  workflow_changed:
    'Der Ablauf wurde inzwischen geändert. Laden Sie ihn neu, vergleichen Sie die Versionen und speichern Sie Ihre Änderung in der neuesten.',
  workflow_version_not_found: 'Diese Version des Ablaufs gibt es nicht.',
  workflow_version_invalid:
    'Diese Version des Ablaufs ist nicht mehr verwendbar: Eine neuere Regel verbietet sie, oder etwas darin gibt es nicht mehr.',
  workflow_material_missing:
    'Der Ablauf nennt eine Aufnahme oder ein Dokument, das nicht verwendbar ist. Laden Sie es hoch, oder entfernen Sie es aus dem Ablauf.',
  dialogue_not_found: 'Dieser Ablauf hat kein Testgespräch mit dieser Nummer.',
  too_many_dialogues: 'Dieser Ablauf hat die Höchstzahl an Testgesprächen erreicht. Löschen Sie zuerst eines.',
  try_not_found: 'Dieses Probegespräch gibt es nicht mehr. Es ist beendet oder abgelaufen.',
  too_many_tries: 'Zu viele Probegespräche sind offen. Beenden Sie eines, oder warten Sie einige Minuten.',
  try_needs_a_microphone: 'Dieser Ablauf nutzt ein Modell, das hört und spricht. Probieren Sie ihn mit Ton.',
  replay_needs_the_script:
    'Ein Sprachmodell führt diesen Ablauf. Nur Gespräche nach Skript lassen sich wiederholen; lassen Sie stattdessen eine Bewertung laufen.',
  evaluation_not_found: 'Dieser Ablauf hat keine Bewertung mit dieser Nummer.',
  evaluation_needs_a_model:
    'Rollen mit einer Anweisung und die Beurteilung brauchen ein Sprachmodell. Richten Sie eines ein, oder lassen Sie beides weg.',
  evaluation_running: 'Eine Bewertung dieses Ablaufs läuft noch. Starten Sie die nächste, wenn sie zu Ende ist.',
  evaluation_too_large: 'Die Bewertung hat zu viele Gespräche. Verlangen Sie weniger Durchgänge oder weniger Rollen.',
  speech_model_not_found: 'Diese Stimme oder Erkennung gibt es nicht. Wählen Sie eine aus der Liste.',
  speech_model_installed: 'Sie ist schon auf dem Rechner. Starten Sie das Programm neu, um sie zu verwenden.',
  speech_model_busy: 'Es wird gerade eine andere heruntergeladen. Versuchen Sie es danach noch einmal.',
  speech_model_language: 'Wählen Sie eine Sprache, die dieses Modell versteht.',
  installation_is_shared:
    'Mehrere Organisationen teilen sich diese Installation. Verwenden Sie `outdial models add` auf dem Rechner.',
  voice_not_found: 'Diese Stimme gibt es auf dem Server nicht. Wählen Sie eine aus der Liste.',
  too_many_voice_samples:
    'Ihre Organisation hat in der letzten Stunde viele Hörproben abgerufen. Versuchen Sie es später.',
  voice_sample_failed: 'Die Stimme ließ sich nicht anhören.',
  node_type_not_found: 'Diese Art von Schritt gibt es nicht.',
  missing_variables: 'Der Kontaktliste fehlen Angaben, die der Ablauf spricht.',
  campaign_not_found: 'Es gibt keine Kampagne mit dieser Nummer.',
  campaign_not_editable: 'Nur ein Entwurf oder eine angehaltene Kampagne lässt sich ändern.',
  campaign_not_startable: 'Nur ein Entwurf, eine angehaltene oder eine fehlgeschlagene Kampagne lässt sich starten.',
  campaign_not_pausable: 'Nur eine laufende Kampagne lässt sich anhalten.',
  route_not_restorable:
    'Nur eine laufende Kampagne mit einer Route kann angehaltene Anbieter wieder nutzen. Das Fortsetzen einer angehaltenen Kampagne nimmt sie ebenfalls wieder auf.',
  experiment_not_found: 'Diese Kampagne hat kein Experiment.',
  experiment_fixed: 'Die Kampagne ist gestartet, ihr Experiment steht fest. Es lässt sich nur noch beenden.',
  experiment_not_stoppable:
    'Nur das offene Experiment einer gestarteten Kampagne lässt sich beenden. Entfernen Sie es aus einem Entwurf.',
  experiment_open:
    'Die Kampagne hat ein offenes Experiment, dessen Personen ihre Ablaufversionen behalten. Beenden Sie zuerst das Experiment, oder setzen Sie ohne die neue Version fort.',
  experiment_arm_unusable:
    'Eine Gruppe des Experiments lässt sich so nicht verwenden. Ändern Sie das Experiment eines Entwurfs; bei einer gestarteten Kampagne beenden Sie es.',
  nodes_too_old:
    'Ein laufender Knoten älterer Version kennt keine Experimente und würde Kontrollgruppen anrufen. Bringen Sie alle Knoten auf den neuen Stand, und versuchen Sie es noch einmal.',
  campaign_not_resumable: 'Nur eine angehaltene Kampagne lässt sich fortsetzen.',
  campaign_not_redialable: 'Nur eine abgeschlossene Kampagne lässt sich wiederholen, und nur einmal.',
  campaign_not_deletable: 'Eine laufende Kampagne lässt sich nicht löschen. Halten Sie sie zuerst an.',
  campaign_not_enrollable:
    'Personen lassen sich nur einem Entwurf, einer laufenden oder einer angehaltenen Kampagne hinzufügen.',
  campaign_not_closable: 'Nur ein Entwurf, eine laufende oder eine angehaltene Kampagne lässt sich schließen.',
  campaign_not_finishable: 'Nur eine angehaltene Kampagne lässt sich beenden. Halten Sie sie zuerst an.',
  campaign_has_live_calls: 'In dieser Kampagne laufen noch Anrufe. Versuchen Sie es, wenn sie zu Ende sind.',
  nothing_to_redial: 'Kein Kontakt der Kampagne hat einen der gewählten Ausgänge.',
  contact_not_found: 'Diese Kampagne hat keinen Kontakt mit dieser Nummer.',
  no_caller_id: 'Dieser Anbieter verlangt eine Absendernummer. Tragen Sie bei ihm eine aktive Rufnummer ein.',
  caller_id_not_owned:
    'Diese Rufnummer gehört nicht zum Konto beim Anbieter; er würde sie als Absendernummer ablehnen.',
  public_url_unreachable: 'Anbieter erreichen diesen Server unter PUBLIC_URL nicht.',
  forecast_busy: 'Andere Prognosen werden gerade berechnet. Versuchen Sie es in einigen Sekunden noch einmal.',
  rehearsal_not_found: 'Für diese Kampagne gab es noch keine Probe. Starten Sie zuerst eine.',
  rehearsal_running: 'Eine Probe dieser Kampagne läuft noch. Starten Sie die nächste, wenn sie zu Ende ist.',
  rehearsal_busy: 'Andere Proben laufen gerade. Versuchen Sie es, wenn eine zu Ende ist.',
  dry_run_busy: 'Ein anderer Probelauf ist im Gang. Versuchen Sie es, wenn er zu Ende ist.',
  call_not_found: 'Es gibt keinen Anruf mit dieser Nummer.',
  run_not_found: 'Zu diesem Ablauf ist kein Anruf mit dieser Nummer vorbereitet.',
  run_already_called: 'Dieser vorbereitete Anruf wurde schon geführt. Bereiten Sie für einen weiteren einen neuen vor.',
  call_not_live: 'Dieser Anruf ist beendet.',
  hang_up_impossible:
    'Dieser Anbieter beendet einen Anruf nur zusammen mit seinem Ton, den dieser Server gerade nicht hat. Versuchen Sie es wieder, wenn die Person abgenommen hat.',
  call_not_placed: 'Der Anbieter hat diesen Anruf noch nicht angenommen. Versuchen Sie es gleich noch einmal.',
  conversation_not_found:
    'In diesem Anruf gibt es kein Gespräch, das erreichbar ist: Es hat nicht begonnen, ist vorbei oder wird gerade verbunden.',
  listening_off:
    'Mithören ist für Ihre Organisation ausgeschaltet. Eine Person mit Administratorrechten kann es unter Einstellungen, Organisation einschalten.',
  take_over_under_way: 'Dieser Anruf wird schon übernommen. Das Ergebnis steht in seinem Verlauf.',
  recording_not_found: 'Von diesem Anruf gibt es keine Aufnahme.',
  recording_unreadable:
    'Die Datei dieser Aufnahme lässt sich nicht entschlüsseln. Das Protokoll des Servers sagt, ob der Schlüssel fehlt oder die Datei verändert wurde.',
  number_suppressed: 'Diese Nummer steht auf der Sperrliste.',
  spend_limit_reached:
    'Eine Ausgabengrenze ist erreicht. Erhöhen Sie die Grenze der Organisation oder der Kampagne, oder warten Sie bis morgen.',
  prices_missing:
    'Eine Ausgabengrenze ist gesetzt, und dieser Anbieter hat keine Preise. Tragen Sie Preise ein, oder entfernen Sie die Grenze.',
  currency_differs:
    'Ihre Organisation rechnet in einer anderen Währung. Geben Sie Preise und Grenzen in jener Währung an.',
  currency_in_use:
    'Preise oder Ausgabengrenzen nutzen die jetzige Währung. Entfernen Sie sie, dann ändern Sie die Währung.',
  currency_missing: 'Ihre Organisation hat keine Währung. Legen Sie zuerst eine fest.',
  prices_not_found: 'Dieser Anbieter hat keine Preise.',
  no_free_slot:
    'Ihre Organisation führt so viele Anrufe gleichzeitig, wie sie darf. Versuchen Sie es, wenn einer zu Ende ist.',
  number_in_another_call:
    'Mit dieser Nummer läuft schon ein Anruf Ihrer Organisation. Versuchen Sie es, wenn er zu Ende ist.',
  number_limits_reached:
    'Jede Absendernummer dieses Anbieters hat ihre Höchstzahl an Anrufen erreicht. Erhöhen Sie die Grenze, oder versuchen Sie es später.',
  carrier_backing_off: 'Der Anbieter nimmt im Augenblick keine Anrufe mehr an. Versuchen Sie es später.',
  link_expired: 'Dieser Link ist abgelaufen. Fordern Sie einen neuen an.',
  number_not_found: 'Das ist keine Rufnummer. Schreiben Sie sie international: + und die Vorwahl des Landes.',
  call_not_allowed: 'Die Anrufregeln erlauben diesen Anruf jetzt nicht.',
  consent_differs:
    'Für diese Nummer ist eine Einwilligung derselben Art und Zeit mit anderer Herkunft, anderem Nachweis oder anderem Ende festgehalten. Einträge werden nicht geändert: Halten Sie einen Widerruf fest und dann die Einwilligung mit der Zeit der Berichtigung.',
  duties_open: 'Für diese Liste sind Pflichten nicht bestätigt. Bestätigen Sie sie.',
  override_not_allowed:
    'Nur ein Schlüssel mit dem Recht „admin“ darf die Anrufregeln für diese Nummer außer Kraft setzen.',
  required_sentence_missing: 'Dem Ablauf fehlt ein Satz, den die Anrufregeln verlangen.',
  policy_pack_not_found: 'Dieses Regelpaket gibt es nicht.',
  duty_not_found: 'Kein Regelpaket Ihrer Organisation hat diese Pflicht.',
  receipt_not_found: 'Das Protokoll hat keinen Eintrag zu diesem Anruf.',
  ledger_broken: 'Die Prüfung des Protokolls ist gescheitert. `outdial ledger verify` zeigt, wo.',
  person_in_call: 'Diese Person ist gerade in einem Anruf. Löschen Sie ihre Daten, wenn er zu Ende ist.',
  webhook_not_found: 'In Ihrer Organisation gibt es diesen Webhook nicht.',
  webhook_delivery_not_found: 'Dieser Webhook hat keine Zustellung mit dieser Nummer.',
  tool_not_found: 'In Ihrer Organisation gibt es dieses Werkzeug nicht.',
  tool_not_testable: 'Nur HTTP-Werkzeuge lassen sich prüfen.',
  tool_not_mcp: 'Dieses Werkzeug ist kein MCP-Server.',
  credential_not_found: 'In Ihrer Organisation gibt es diese Zugangsdaten nicht.',
  credential_name_taken: 'Andere Zugangsdaten haben schon diesen Namen.',
  credential_in_use:
    'Ein Werkzeug, eine Abfrage vor dem Anruf oder die Nummernprüfung nutzt diese Zugangsdaten. Geben Sie dort zuerst andere an.',
  quota_exceeded: 'Ihre Organisation hat die erlaubte Menge erreicht.',
  too_many_streams:
    'Ihre Organisation hat die Höchstzahl offener Verbindungen für Ereignisse erreicht. Schließen Sie eine.',
}

/** Codes whose message contains details such as a column, a rule or a sentence, which the German text alone would lose. */
export const CODES_WITH_DETAILS: ReadonlySet<string> = new Set([
  'bad_request',
  'call_not_allowed',
  'campaign_has_live_calls',
  'campaign_not_redialable',
  'currency_differs',
  'document_in_use',
  'duties_open',
  'evaluation_too_large',
  'experiment_arm_unusable',
  'empty_file',
  'forbidden',
  'header_too_wide',
  'header_unreadable',
  'invalid_encoding',
  'invitation_for_another',
  'language_unavailable',
  'missing_variables',
  'no_valid_rows',
  'payload_too_large',
  'phone_column_missing',
  'public_url_unreachable',
  'quota_exceeded',
  'registry_smaller',
  'required_sentence_missing',
  'scope_too_narrow',
  'sheet_not_chosen',
  'sign_in_failed',
  'speech_unavailable',
  'spreadsheet_cells_unusable',
  'spreadsheet_unreadable',
  'telephony_configuration_not_found',
  'too_many_requests',
  'too_many_rows',
  'unauthorized',
  'unavailable',
  'unsupported_media_type',
  'voice_sample_failed',
  'workflow_material_missing',
  'workflow_needs_a_model',
  'workflow_recording_in_use',
  'workflow_version_invalid',
  'zone_column_missing',
])

/** The German message for a code; null: unknown code. `message`: the server's English message. */
export function germanErrorText(code: string, message: string): string | null {
  const words = ERRORS_DE[code]
  if (words === undefined) return null
  return CODES_WITH_DETAILS.has(code) ? `${words} Der Server schreibt: „${message}“` : words
}
