// Made from docs/openapi.json by `npm run generate`; do not edit.

export interface paths {
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in to the console with an API key
         * @description Sets an http-only cookie that stands for the key until sign-out, twelve hours without a request, or seven days. Requests with the cookie must come from a page of this server.
         */
        post: operations["signIn"];
        /** Sign out of the console */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in to the console */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a console session */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/welcome": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The address printed at the first start: signs in once and goes to the console */
        get: operations["welcome"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The ways to sign in to the console
         * @description An API key is always one of them: `POST /api/v1/session`.
         */
        get: operations["getSignInMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-in/provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to sign in at the identity provider
         * @description Answers the address to send the browser to. The provider sends it back to `/api/v1/sign-in/provider/callback`, within ten minutes and in the same browser.
         */
        post: operations["beginProviderSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-in/provider/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where the identity provider sends the browser back to */
        get: operations["finishProviderSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-in/proxy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in as the user that the trusted proxy names
         * @description The session ends when the proxy names another user or none.
         */
        post: operations["signInByProxy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-in/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation where people sign in with keys
         * @description Creates the user, signs in, and answers a key of their own, shown this once. With an identity provider or a trusted proxy, accept the invitation by signing in there.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the users of your organization */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a user */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the role of a user, or deactivate them
         * @description Deactivating ends the sessions and keys of the user within a second. What the user did keeps their name in the audit trail.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/v1/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the invitations that can still be accepted */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person; the link is shown this once
         * @description Send the link yourself: the program sends no mail. It works once.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/{invitation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraw an invitation: its link opens nothing any more */
        delete: operations["deleteInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your organization, its live calls, and the key or user that asks */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change your organization */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/api/v1/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who changed what, signed in or took data out
         * @description Continue with `after` set to `next_cursor`; with `newest_first` set `before` to it. Secrets are masked. Kept for `audit_days` of the retention settings.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the API keys of your organization */
        get: operations["listApiKeys"];
        put?: never;
        /** Create an API key; it is shown this once */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/api-keys/{api_key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Archive an API key: it opens nothing any more
         * @description The console sessions of the key end with it.
         */
        delete: operations["archiveApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/user/api-keys/{api_key_id}/reactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Make an archived API key work again */
        put: operations["reactivateApiKey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/telephony-providers/metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The supported carriers and the credential fields each one needs */
        get: operations["listTelephonyProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/telephony-configs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List telephony configurations */
        get: operations["listTelephonyConfigurations"];
        put?: never;
        /**
         * Create a telephony configuration
         * @description The fields of `config` are those of the provider metadata. `from_numbers` is ignored: numbers have endpoints of their own.
         */
        post: operations["createTelephonyConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/telephony-configs/{config_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a telephony configuration, secrets masked */
        get: operations["getTelephonyConfiguration"];
        /**
         * Update a telephony configuration; omitted fields keep their values
         * @description Send only the fields that change. A masked secret sent back unchanged keeps the stored one, so that the answer of GET can be sent back as it is (its `credentials` stand for `config`).
         */
        put: operations["updateTelephonyConfiguration"];
        post?: never;
        /**
         * Delete a telephony configuration and its numbers
         * @description Removes the inbound binding of its numbers at the carrier. `still_bound` lists numbers whose binding could not be removed within 30 seconds. The server keeps trying and logs the result; otherwise release them in the carrier’s console.
         */
        delete: operations["deleteTelephonyConfiguration"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/telephony-configs/{config_id}/set-default-outbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Use this configuration for outbound calls unless another is named */
        post: operations["setDefaultOutbound"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/telephony-configs/{config_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask the carrier whether the credentials work */
        post: operations["testTelephonyConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/telephony-configs/{config_id}/phone-numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the phone numbers of a configuration */
        get: operations["listPhoneNumbers"];
        put?: never;
        /**
         * Add a phone number to a configuration
         * @description A number in national format needs a `country_code`. With `inbound_workflow_id` the server registers an inbound webhook with the carrier; `provider_sync` has the result.
         */
        post: operations["createPhoneNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/telephony-configs/{config_id}/account-numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the numbers that the account has at its carrier
         * @description `ok: false`: the carrier does not list them, or could not be asked; `message` says which.
         */
        get: operations["listAccountNumbers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a phone number */
        get: operations["getPhoneNumber"];
        /**
         * Update a phone number; omitted fields keep their values
         * @description `inbound_workflow_id: null` changes nothing; `clear_inbound_workflow: true` removes the binding. A new `country_code` normalizes the address again. A number with `is_active: false` is no longer the default caller ID.
         */
        put: operations["updatePhoneNumber"];
        post?: never;
        /** Delete a phone number; a bound one is released at the carrier */
        delete: operations["deletePhoneNumber"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Synchronize the inbound webhook of a phone number with the carrier again
         * @description After a failed try, another PUBLIC_URL or another SECRET_KEY. A number without a workflow is released at the carrier.
         */
        post: operations["syncPhoneNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/wake": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show a resting phone number as caller ID again
         * @description A number rests when the carrier does not accept it as caller ID. Clear it with the carrier first, otherwise it rests again at its next call. Resume a campaign that was paused because no number was left. Harmless for a number that does not rest.
         */
        post: operations["wakePhoneNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/telephony-configs/{config_id}/phone-numbers/{phone_number_id}/set-default-caller": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show this number to contacts who have not seen another before */
        post: operations["setDefaultCaller"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/telephony-configs/{config_id}/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The prices of a telephony configuration */
        get: operations["getPrices"];
        /**
         * Set what calls through a telephony configuration cost
         * @description The whole table is replaced. Calls that end from now on are estimated by it; earlier ones stay as they are. All price tables of an organization have one currency. The first one sets it.
         */
        put: operations["setPrices"];
        post?: never;
        /**
         * Remove the prices of a telephony configuration
         * @description Its calls are not estimated any more. While a spend limit is set, no campaign dials through it.
         */
        delete: operations["deletePrices"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/spending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Currency, spend limit of the day, and what was spent today */
        get: operations["getSpending"];
        /**
         * Set the currency and the spend limit of a day
         * @description When a day has cost `max_spend_per_day`, no call is placed before the next day in the time zone of the organization. Calls in progress continue. Single calls are refused with 409 `spend_limit_reached`. `max_spend_per_day: null` removes the limit. At 80 % the event `spend_alarm` is sent.
         */
        put: operations["setSpending"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/spending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What calls cost, by day and campaign
         * @description Days are those of the organization's time zone. Without `from` the last 30 days; at most 366 days.
         */
        get: operations["listSpending"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contact-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the uploaded contact lists */
        get: operations["listContactLists"];
        put?: never;
        /**
         * Upload a contact list
         * @description The body is the CSV or .xlsx file itself, or a form with one file. Rows that cannot be called are rejected with a reason and do not stop the others; every column but the phone number is a variable of the contact.
         */
        post: operations["uploadContactList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/s3/presigned-upload-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an address to upload a contact list to
         * @description PUT the bytes of the file to `upload_url`, without an API key. `file_key` is the `source_id` of the list once it has been uploaded.
         */
        post: operations["announceUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/s3/upload/{link}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload a contact list to the address made for it
         * @description The URL is valid for one file and 15 minutes. A refused file can be corrected and sent again.
         */
        put: operations["putUpload"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contact-lists/{source_id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How a list was read: first rows, columns, do-not-call hits, rejected rows by reason, what a workflow lacks */
        get: operations["previewContactList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contact-lists/{source_id}/zones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compute the time zones of the contacts of a list again
         * @description For another choice of columns, or after an upgrade with newer numbering data. A column that is not named stays as it was chosen before. Campaigns of the list that are not completed take over the new zones.
         */
        post: operations["placeContactList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contact-lists/{source_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read about an uploaded contact list */
        get: operations["getContactList"];
        put?: never;
        post?: never;
        /** Delete a contact list that no campaign uses */
        delete: operations["deleteContactList"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contact-lists/{source_id}/rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rejected rows of a contact list with their reasons */
        get: operations["getRejectedRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contact-list-downloads/{link}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A contact list as CSV, by a link that a campaign gave */
        get: operations["downloadContactList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/numbers/{address}/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a person agreed to, and when they took it back
         * @description Of one phone number, newest first.
         */
        get: operations["listConsents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record that a person has agreed to be called
         * @description With the time at which the person gave it, where it came from and, if you have one, a reference to the proof. A time in the future is refused. A consent that is older than a revocation has no effect. Contacts that waited for it are looked at again. The ledger keeps it with a hash of the proof; do not write personal data into `source`.
         */
        post: operations["recordConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consents/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record that a person has taken back every consent
         * @description From now on calls that need a consent are not placed to this number until a later consent is recorded. To never call the number again, put it on the do-not-call list.
         */
        post: operations["revokeConsents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the numbers that are never called */
        get: operations["listSuppressions"];
        put?: never;
        /**
         * Never call this number again, in no campaign
         * @description A number that is on the list already stays as it was and is answered; if it was to end, it ends at the later of both.
         */
        post: operations["suppressNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppressions/{suppression_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Allow a number to be called again */
        delete: operations["deleteSuppression"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppressions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The whole list as CSV, which can be imported again */
        get: operations["exportSuppressions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppressions/candidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the numbers that may belong on the do-not-call list
         * @description Oldest first. Each has at most one open entry. Accept or dismiss them; until then they are not suppressed.
         */
        get: operations["listSuppressionCandidates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppressions/candidates/{candidate_id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Never call the number of this candidate again
         * @description Adds the number to the do-not-call list for good. The entry names the call that the candidate came from.
         */
        post: operations["acceptSuppressionCandidate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppressions/candidates/{candidate_id}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave the number of this candidate off the do-not-call list
         * @description The number may be called. If it is offered again later, a new candidate is listed.
         */
        post: operations["dismissSuppressionCandidate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppressed-ranges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the prefixes and countries that are never called */
        get: operations["listSuppressedRanges"];
        put?: never;
        /**
         * Never call numbers that begin so, or numbers of a country
         * @description The answer shows the resulting range. Sending the same range again replaces its reason and expiry.
         */
        post: operations["suppressRange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppressed-ranges/{range_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Allow these numbers to be called again */
        delete: operations["deleteSuppressedRange"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/suppressions/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a whole file of numbers on the list
         * @description CSV as for contact lists; the columns `reason`, `source` and `expires_at` are taken where they are, the query says it for rows without. All or nothing; unreadable rows are listed.
         */
        post: operations["importSuppressions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List workflows */
        get: operations["listWorkflows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List ids and names of workflows */
        get: operations["summarizeWorkflows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/fetch/{workflow_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a workflow with its current definition */
        get: operations["getWorkflow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/create/definition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a workflow from a definition
         * @description A definition that cannot be run is refused with 422; each fault names its place below `workflow_definition`.
         */
        post: operations["createWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Update a workflow; omitted fields keep their values
         * @description A changed definition becomes the next version. A definition without the key `settings` keeps the current settings; `null` clears them. A running campaign keeps the version it started with. `status` `archived` puts the workflow away, `active` brings it back.
         */
        put: operations["updateWorkflow"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validate a definition without saving it
         * @description Warnings do not stop a save; some name what the agent cannot do without a language model.
         */
        post: operations["validateWorkflowDefinition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Validate the current definition of a workflow */
        post: operations["validateWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The versions of a workflow, newest first */
        get: operations["listWorkflowVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/versions/{version_number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one version of a workflow */
        get: operations["getWorkflowVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/versions/{version_number}/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What changed from another version to this one
         * @description `with` is the version before; the one made just before this if left out. Positions are not compared.
         */
        get: operations["compareWorkflowVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/versions/{version_number}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an earlier version the current one again, as the next version
         * @description Nothing is lost: the present one stays among the versions. Running campaigns keep theirs. A version that today’s rules refuse is answered with 409 and the reason.
         */
        post: operations["restoreWorkflowVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/dialogues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The dialogues kept with a workflow */
        get: operations["listDialogues"];
        put?: never;
        /**
         * Keep a dialogue with a workflow, as its regression test
         * @description Each step is one action of the person: `text`, `keys`, `silence`, `machine` or `hang_up`, with what must come of it: the step of the workflow (`node`) and words that must be heard (`says`). `expect` at the end is about the whole call.
         */
        post: operations["createDialogue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/dialogues/{dialogue_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replace a dialogue */
        put: operations["updateDialogue"];
        post?: never;
        /** Delete a dialogue */
        delete: operations["deleteDialogue"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/node-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The node types of workflows and their fields */
        get: operations["listNodeTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/node-types/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One node type and its fields */
        get: operations["getNodeType"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tools
         * @description Archived tools are listed only with `status=archived`.
         */
        get: operations["listTools"];
        put?: never;
        /**
         * Describe a tool that agents can call
         * @description A tool is an HTTP request with parameters. Attach it to steps of a workflow by `tool_uuids` for language models, or call it by an `http` step. Values of a conversation can fill the path, the query and the body, never the host.
         */
        post: operations["createTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/{tool_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One tool */
        get: operations["getTool"];
        /**
         * Change a tool
         * @description Fields that are left out stay as they are; `definition` is replaced as a whole. A masked header that comes back unchanged keeps its value. Running conversations use the new version from their next call of it.
         */
        put: operations["updateTool"];
        post?: never;
        /**
         * Archive a tool
         * @description Workflows that name it keep the name. In their conversations the tool is not available.
         */
        delete: operations["archiveTool"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/{tool_uuid}/unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bring an archived tool back */
        post: operations["unarchiveTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/{tool_uuid}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a tool now, outside of a conversation
         * @description Sends the real request. The answer says what was sent, with secrets masked, what came back, and what a conversation would make of it.
         */
        post: operations["testTool"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/{tool_uuid}/mcp/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look at what an MCP server offers now
         * @description If the server cannot be reached, `error` says why and what was known of it stays.
         */
        post: operations["refreshMcpTools"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge-base/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents
         * @description Newest first.
         */
        get: operations["listDocuments"];
        put?: never;
        /**
         * Upload a document that agents look things up in
         * @description The body is the file itself (text, Markdown, HTML, PDF or DOCX, at most 20 MB and 1,000 pages), or a form with one file. It is read and cut into passages before the answer; a file that cannot be read is 422 and nothing is stored.
         */
        post: operations["uploadDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/knowledge-base/documents/{document_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One document */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        /**
         * Delete a document and its passages
         * @description Refused with 409 and the names of the workflows while a workflow or an unfinished campaign uses it.
         */
        delete: operations["deleteDocument"];
        options?: never;
        head?: never;
        /** Rename a document, or change how it is used */
        patch: operations["updateDocument"];
        trace?: never;
    };
    "/api/v1/knowledge-base/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look something up as an agent would
         * @description An empty list: nothing in the documents fits, and an agent says that it does not know.
         */
        post: operations["searchDocuments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow-recordings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recordings for workflows
         * @description `workflow_id`: only those that the workflow plays. Filters by `tts_provider`, `tts_model` and `tts_voice_id` find nothing: recordings are uploaded, not synthesized.
         */
        get: operations["listWorkflowRecordings"];
        put?: never;
        /**
         * Upload a recording that an agent plays
         * @description The body is a WAV or MP3 file of at most 120 seconds, or a form with one file. It is stored as mono at 16 kHz with the loudness of telephone speech. Without `transcript` this machine writes down what it understands, where it has a recognizer for the language; check it before you use the recording.
         */
        post: operations["uploadWorkflowRecording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow-recordings/transcribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write down what is said in an audio file
         * @description By the recognizer of this machine. Nothing is stored.
         */
        post: operations["transcribeRecording"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow-recordings/{recording_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One recording */
        get: operations["getWorkflowRecording"];
        put?: never;
        post?: never;
        /**
         * Delete a recording
         * @description Refused with 409 and the names of the workflows while a workflow or an unfinished campaign plays it.
         */
        delete: operations["deleteWorkflowRecording"];
        options?: never;
        head?: never;
        /**
         * Rename a recording or correct its transcript
         * @description The audio stays. Conversations that begin afterwards use the new transcript.
         */
        patch: operations["updateWorkflowRecording"];
        trace?: never;
    };
    "/api/v1/workflow-recordings/{recording_id}/audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen to a recording
         * @description As it is stored and played: 16-bit mono WAV at 16 kHz.
         */
        get: operations["getWorkflowRecordingAudio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/credentials/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List credentials
         * @description Credentials are used by tools, MCP servers and pre-call fetch. Their secrets are never shown.
         */
        get: operations["listCredentials"];
        put?: never;
        /**
         * Store a credential
         * @description `credential_data` by type: `api_key` {header_name (X-API-Key), api_key}, `bearer_token` {token}, `basic_auth` {username, password}, `custom_header` {header_name, header_value}, `none` {}. Secrets are stored encrypted and are never shown again.
         */
        post: operations["createCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/credentials/{credential_uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One credential, without its secret */
        get: operations["getCredential"];
        /**
         * Change a credential
         * @description Fields that are left out stay as they are. A change of the type needs `credential_data`.
         */
        put: operations["updateCredential"];
        post?: never;
        /** Delete a credential */
        delete: operations["deleteCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/webhook-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the messages of webhook nodes are signed with
         * @description One for the organization. Messages carry `webhook-id`, `webhook-timestamp` and `webhook-signature` by the Standard Webhooks scheme, beside the headers of the node.
         */
        get: operations["getWorkflowWebhookSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/webhook-secret/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of webhook nodes
         * @description For 24 hours messages are signed with both.
         */
        post: operations["rotateWorkflowWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/try/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The simulated people who can answer in a conversation that is tried
         * @description The same who answer on the simulated carrier. They understand nothing: each gives the next answer of a list.
         */
        get: operations["listSimulatedPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a workflow without a telephone
         * @description Opens a conversation with a saved workflow or with a definition, and answers with its first words. Continue with `…/say`, or let one of the people of `…/people` answer. Time in it passes as fast as it is read. Nothing is stored, and no call, transfer or suppression takes place. The conversation exists on the node that opened it and expires 15 minutes after its last use. An organization may have 10 open conversations.
         */
        post: operations["tryWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/try/{try_id}/say": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say something in a conversation that is tried, press keys, or say nothing
         * @description Exactly one of `text`, `keys`, `silence`, `machine` and `hang_up`. The answer has what was said since, where the conversation is, what was gathered, and why each edge was taken.
         */
        post: operations["sayInTry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/try/{try_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Forget a conversation that is tried */
        delete: operations["endTry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/dialogues/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run the dialogues of a workflow and report which results changed
         * @description Against the current version, or against a `workflow_definition` that is not saved yet. `dialogue_ids` chooses some.
         */
        post: operations["runDialogues"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List campaigns */
        get: operations["listCampaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a campaign as a draft; it dials once it is started */
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a campaign */
        get: operations["getCampaign"];
        put?: never;
        post?: never;
        /** Delete a campaign with its contacts and calls */
        delete: operations["deleteCampaign"];
        options?: never;
        head?: never;
        /** Update a draft or paused campaign; omitted fields keep their values */
        patch: operations["updateCampaign"];
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start dialing
         * @description Where packs of the policy have duties that nobody has confirmed for this list, or registries that it was not checked against, the answer is 409 `duties_open` with all of them. Confirm them for the list, or accept each by its id: the ledger keeps who did.
         */
        post: operations["startCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop dialing; once this is answered no new call is placed */
        post: operations["pauseCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/pause-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause every running campaign of the organization
         * @description All campaigns are paused in one transaction, or none. The answer arrives when no new call of these campaigns can be placed. Calls in progress are not interrupted. `still_running` is read after the pause: it names campaigns that dial, for example because another user started them in the meantime.
         */
        post: operations["pauseAllCampaigns"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused campaign
         * @description The campaign continues with the workflow version it started with; `use_current_version` switches to the current one. Duties and registries that became open after the start, for example by a pack that was added, are asked about as at the start.
         */
        post: operations["resumeCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a campaign that is kept open complete
         * @description Sets `keep_open` to false, also while the campaign runs. The campaign completes when its last contact is done. Repeating the request changes nothing.
         */
        post: operations["closeCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a paused campaign whose remaining contacts shall not be called
         * @description For a campaign in which only people are left whom a rule holds, or whom nobody wants to call any more. Contacts that still wait are finished with the outcome `canceled`, and the campaign is completed. Calls under way must have ended first. It cannot be undone; `redial` makes a new draft of those who were not reached.
         */
        post: operations["finishCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/redial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a new draft from the contacts a completed campaign did not reach */
        post: operations["redialCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The contacts of a campaign in list order, with search and filter */
        get: operations["listCampaignContacts"];
        put?: never;
        /**
         * Add people to a draft, running or paused campaign
         * @description Send `contacts`, up to 10000 people, or the `source_id` of an uploaded list of any length. A number that the campaign has already is not added again, so the request can be repeated. A person who cannot be called is rejected with a reason and does not stop the others. A running campaign calls the new people after those who wait already. They are in a contact list of their own. Duties of the policy that are open for these people must be accepted by id, as at the start.
         */
        post: operations["enrolContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/spend-limit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set what a campaign may spend
         * @description Over its whole life, in the currency of the organization. A campaign that has spent it is paused with the event `spend_limit_reached`; calls in progress continue. Raise the limit, then resume. `null` removes the limit.
         */
        put: operations["setCampaignSpendLimit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/start-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What would happen if the campaign were started or resumed now; changes nothing */
        get: operations["checkCampaignStart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/model-configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What leads conversations, and the endpoints it uses; keys masked
         * @description An organization that has set up nothing has the script brain and the speech of this machine.
         */
        get: operations["getModelConfiguration"];
        /**
         * Update the model configuration; omitted fields keep their values
         * @description Send only what changes. A masked key sent back unchanged keeps the stored one, so that the answer of GET can be sent back as it is. An empty text empties a field. `chat.temperature: null` means the endpoint's own default.
         */
        put: operations["updateModelConfiguration"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/model-configuration/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the chosen endpoints for a little of what a call asks of them
         * @description Always 200. `ok` says whether everything works, `details` has the result of each part.
         */
        post: operations["testModelConfiguration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ready packs of calling rules, each with its sources and date
         * @description Not legal advice. A pack holds what its sources said on the day they were read; have it checked before you rely on it. Name a pack in the `packs` of a policy, or copy its rules and change them.
         */
        get: operations["listPolicyPacks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/policies/{pack_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one pack */
        get: operations["getPolicyPack"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rules that hold for every call of the organization */
        get: operations["getOrganizationPolicy"];
        /**
         * Set these rules
         * @description Kept as a new version with its author. A campaign may be stricter, never looser. An empty policy has no rules. Required sentences are held at every start, everything else at every dial: an edit counts from the next dial on, also for campaigns that are running. From the first policy on, every dial is in the ledger.
         */
        put: operations["setOrganizationPolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/policy/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every version there was, newest first */
        get: operations["listPolicyVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/policy/confirmations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a duty that no program can keep for you
         * @description Written to the ledger with who confirmed it and when; the newest confirmation counts.
         */
        post: operations["confirmDuty"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ledger/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify the ledger
         * @description Checks every record. `outdial ledger verify` gives the same result.
         */
        get: operations["verifyLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ledger/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The ledger with its proof, for an auditor
         * @description JSON Lines: a header, every record with its hash, and a signed checkpoint as proof. `npx outdial verify FILE --key PUBLIC_KEY` checks it without this server and without any secret. Records name persons by a keyed hash; a line `person` gives number and key of each who was not erased.
         */
        get: operations["exportLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calls/{call_id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the ledger says of a call, as a file that proves itself
         * @description The records of the dial and of its end, each with the path to the signed Merkle root that covers it. `npx outdial verify FILE --key PUBLIC_KEY` checks it without this server.
         */
        get: operations["getCallReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/own-phones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The organization's own phones
         * @description For these numbers a key of the scope `operate` may set the calling rules aside with `override_reason`.
         */
        get: operations["listOwnPhones"];
        /**
         * Replace the list of the organization's own phones
         * @description At most 10. The change is recorded in the ledger.
         */
        put: operations["setOwnPhones"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contact-lists/{source_id}/proofs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was checked and confirmed for a contact list
         * @description The newest check of each registry and the newest confirmation of each duty.
         */
        get: operations["getListProofs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contact-lists/{source_id}/registry-checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record that the list was checked against a registry
         * @description With the day of the check, the SHA-256 of the file that was checked and how many numbers it had. A day in the future is refused. Recorded in the ledger as declared by your key.
         */
        post: operations["addRegistryCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contact-lists/{source_id}/confirmations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a duty for the people on this list
         * @description Holds for 365 days unless `valid_days` says less. Recorded in the ledger with the list and its row count.
         */
        post: operations["confirmListDuty"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far a campaign has come, how fast it goes, when it may end */
        get: operations["getCampaignProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How far all campaigns have come, in one answer */
        get: operations["listCampaignProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/contacts/{contact_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One contact with its attempts, and what keeps it from being called now */
        get: operations["getCampaignContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The calls of a campaign, newest first */
        get: operations["listCampaignRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The report as CSV: one line per contact with its last outcome and variables
         * @description With the time zones a contact may be in, the local time of each attempt, the policy version of the last, and the rule that put a call off or ended it (`held_by`).
         */
        get: operations["getCampaignReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/source-download-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A link to the contact list of a campaign as CSV, good for a quarter of an hour */
        get: operations["getCampaignSourceDownloadUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the conversations of a campaign came to
         * @description Each contact counts once, by its last call.
         */
        get: operations["getCampaignResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/results.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The results as CSV: kind, name, value, contacts */
        get: operations["getCampaignResultsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the pending contacts of a campaign wait for, and what sets its pace */
        get: operations["explainCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/left-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many contacts of a campaign were left out without a conversation, by rule
         * @description Adds up to `outcomes.canceled` of the campaign. `suppressed`: the number is on the do-not-call list. Other rules are those of `held_by`. Null: the call was cancelled before it was answered.
         */
        get: operations["listLeftOut"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/contacts/{contact_id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Why one contact was or was not called: every rule, just now, and every attempt */
        get: operations["explainContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/numbers/{address}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything about one number: campaigns, attempts, do-not-call, and whether it may be called now
         * @description `may_call_now` is about a single call: by the policy of the organization, and by where the number alone may be. A campaign may have a policy, a schedule and columns about places of its own: for its contacts ask `GET /api/v1/campaign/{campaign_id}/contacts/{contact_id}/explain`.
         */
        get: operations["getNumberHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/policy/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * How many waiting contacts a policy would hold back, and why; changes nothing
         * @description Together with the policies of campaigns. Limits per number are not looked at: they change with every call.
         */
        post: operations["previewPolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * When a campaign would end, before it is created
         * @description The rules of the dialer are lived through in virtual time. With the calling rules of the organization, where people may be. Other campaigns of the organization, earlier calls to the same numbers, a carrier that backs off and pauses by hand are not foreseen.
         */
        post: operations["forecastNewCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Forecast when a campaign will end */
        get: operations["forecastCampaign"];
        put?: never;
        /** The same with other settings beside: what if? */
        post: operations["forecastCampaignWith"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/statistics/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Calls by outcome over time
         * @description A call counts in the bucket in which it ended. The bucket that holds `from` is counted whole, and the answer names its beginning. Without `bucket` the finest is taken that gives at most 200 columns. Minutes are kept for three hours, and there are at most 2,000 columns: where the wish goes beyond, a coarser bucket is used; the answer names it.
         */
        get: operations["getCallStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/statistics/answer-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The share of calls that people answer, by weekday and hour
         * @description Of outbound calls that reached a phone: answered, voicemail, no answer, busy or declined. The hour that holds `from` is counted whole. Hours without such a call are left out.
         */
        get: operations["getAnswerRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organization/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Calls and talk time of your organization by month
         * @description Months without calls are left out. For all organizations: `outdial organizations usage` on the server.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/campaign/{campaign_id}/abandonment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many people answered and found nobody, over 30 days
         * @description Abandoned: no agent, an agent that failed, or first words later than two seconds. The safe harbour of the TSR and the FCC is 3 % of the calls that a person answers, per campaign and 30 days.
         */
        get: operations["getAbandonment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/abandonment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** At which abandonment rate campaigns warn and pause */
        get: operations["getAbandonmentLimits"];
        /** Set at which abandonment rate campaigns warn and pause */
        put: operations["setAbandonmentLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/traffic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many conversations reached each step of a workflow and took each exit */
        get: operations["getWorkflowTraffic"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/statistics/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the campaign calls of each workflow ended
         * @description Workflows without such a call are left out.
         */
        get: operations["getWorkflowStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/organizations/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the retention periods of personal data */
        get: operations["getRetention"];
        /**
         * Set the retention periods of personal data
         * @description Omitted fields keep their values; null keeps data until it is deleted by hand. Expired data is deleted within an hour. This cannot be undone. Counters, outcomes and the ledger stay.
         */
        put: operations["setRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List erasures with time and author, newest first
         * @description Who it was is not kept.
         */
        get: operations["listErasures"];
        put?: never;
        /**
         * Erase one person from everything
         * @description Erases a person by number: contacts and lists with all columns, calls with transcripts and recordings, events, webhook deliveries, the audit trail and the ledger, which stays verifiable. Rows keep `erased` in place of the number, and counters do not change. Pending contacts with this number are not called. A number on the do-not-call list stays there, so that it is not called from a later list; put it there first if that is wanted. 409 while this person is in a live call.
         */
        post: operations["erasePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find campaigns, workflows, contacts, numbers and calls by one word
         * @description Names of campaigns and workflows, labels of your own numbers, ids of campaigns, workflows and calls, and the beginning of a phone number, written in any way, from three digits on; also as it is written within its country, from six digits on. Contacts also by words in their columns, and by the last four or more digits of their number.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/workflow/{workflow_id}/unexpected-phrases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What people said that no exit of a workflow expected
         * @description From the newest 2,000 answered calls of the workflow among the newest 20,000 calls of the organization; the most frequent first. Only phrases of at least 5 different people are listed, so that nothing personal is shown. Erased and expired transcripts are not counted.
         */
        get: operations["listUnexpectedPhrases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List calls, newest first */
        get: operations["listCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calls/{call_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a call: transcript, gathered values, timeline */
        get: operations["getCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calls/{call_id}/recording": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A link to the recording of a call, signed and good for a quarter of an hour */
        get: operations["getCallRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calls/{call_id}/hang-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hang up a live call
         * @description The carrier is asked to end the call. The answer does not prove that it did: the call is over when its `state` is `ended` (event `call_ended`). A conversation counts as answered. A call that was still ringing ends as the carrier reports it, and the contact is called again as the retry settings say.
         */
        post: operations["hangUpCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calls/{call_id}/peaks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The outline of a recording, the person and the agent apart */
        get: operations["getCallPeaks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/recordings/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The recording itself, by a signed link
         * @description A `Range` of bytes is answered with 206, so that a player can begin anywhere.
         */
        get: operations["downloadRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/telephony/initiate-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Call one number with a workflow, without a campaign */
        post: operations["initiateCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened, in order
         * @description Continue with `after` set to `next_cursor`; an empty list means that there are no newer events.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every type of event there is */
        get: operations["listEventTypes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happens, as server-sent events
         * @description The first message has the event name `ready` and names the `cursor` and how many events lie `behind`, between it and now (10,001 stands for more than 10,000); each further one has an event as its data and its id as its id. After a lost connection continue with the header `Last-Event-ID`, which every EventSource sends by itself. Without it and without `after` the stream begins now. With `live=true` there are also messages with the event name `live` and without an id: what happens to calls while they live (schema LiveEvent), gathered to ten messages a second, the newest state of each call. They are sent only to connected readers, are never stored, and may get lost: `GET /api/v1/calls?live=true` says what is. Comments are heartbeats: every 15 seconds without messages, with `live=true` every second.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List webhooks */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Have events sent to an address
         * @description Messages follow the Standard Webhooks scheme: POST with `webhook-id`, `webhook-timestamp` and `webhook-signature`, and the body `{type, timestamp, data}` where `data` is the event as `GET /api/v1/events` shows it. They come at least once and in order for each contact; answer 2xx within 10 seconds. Failed deliveries are repeated for 24 hours with growing pauses. A receiver that fails for 24 hours is switched off; when it is switched on again, delivery continues where it stopped. The secret is shown in this answer only.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One webhook */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Delete a webhook with its deliveries */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook, or switch it on or off
         * @description While it is off, its events stay in the event log for the retention period. Switched on, delivery continues where it stopped, and failed deliveries get another 24 hours.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign with a new secret
         * @description For 24 hours messages carry a signature by the previous one too. The new one is shown in this answer only.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send everything after an event again
         * @description Sets the cursor back (or on): every event after `after` that the log still holds is sent, in order, with the same `webhook-id` as the first time.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message and return the receiver’s answer
         * @description It has the type `webhook_test` and is sent once, also to a webhook that is off.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was sent and what was answered, newest first
         * @description Deliveries are kept for seven days after they arrived or were given up. Continue with `before` set to `next_before`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One delivery with its tries */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one message again
         * @description Sends immediately, and repeats for another 24 hours if it fails. Later messages about the same contact wait for it.
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the program lives */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Readiness: the database answers, speech is loaded where it is needed, and the node is not draining */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Figures for Prometheus; sums over all organizations, nothing of any one */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Abandonment: {
            campaign_id: number;
            days: number;
            /** @description Calls that a person answered, abandoned ones included. */
            answered: number;
            abandoned: number;
            no_agent: number;
            agent_failed: number;
            /** @description First words later than 2 seconds after the answer. */
            late_audio: number;
            /** @description Null: nobody has answered. */
            rate_percent: number | null;
        };
        AbandonmentLimits: {
            /** @description A running campaign above this rate gets a warning, once a day. */
            warn_percent: number;
            /** @description A running campaign above this rate is paused; null: never. */
            pause_percent: number | null;
        };
        AnswerRates: {
            timezone: string;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            cells: {
                /** @description 0 is Monday. */
                day_of_week: number;
                hour: number;
                calls: number;
                answered: number;
                share: number;
            }[];
        };
        ApiKey: {
            id: number;
            name: string;
            /** @description The first 8 characters of the key. */
            key_prefix: string;
            /**
             * @description `report` sees figures without people; `read` looks at everything; `operate` also runs campaigns and calls; `admin` also changes keys, carriers, models and other settings.
             * @enum {string}
             */
            scope: "report" | "read" | "operate" | "admin";
            /** @description The user whose own key it is; null: a key of the organization. */
            user_id: number | null;
            /** @description IP addresses and networks that the key may be used from; null: all. */
            addresses: string[] | null;
            /** @description Neither archived nor expired. */
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
            /** @description From then on the key opens nothing; null: never. */
            expires_at: string | null;
            last_used_at: string | null;
            archived_at: string | null;
        };
        AuditEvent: {
            id: number;
            /** Format: date-time */
            at: string;
            /** @description The operationId of what was asked. */
            operation: string;
            /** @description The address that was changed. */
            subject: string;
            /** @description Who did it, by name. Null in events of versions before 0.2. */
            author: string | null;
            user_id: number | null;
            /** @description Null: a user without a key, or the command line. */
            api_key_id: number | null;
            api_key_name: string | null;
            session_id: number | null;
            /** @description The IP address that the request came from. */
            address: string | null;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
            request_id: string | null;
            /** @description False: it was begun, and the program died; look whether it was done. */
            finished: boolean;
        };
        Call: {
            id: number;
            workflow_id: number;
            definition_id: number;
            /** @description The version of the workflow that this call follows. */
            version_number: number | null;
            name: string;
            /** @description The provider that carried the call. */
            mode: string;
            /** @description Through the simulated carrier: no phone rang. */
            is_simulated: boolean;
            /** Format: date-time */
            created_at: string;
            is_completed: boolean;
            state: string;
            outcome: string | null;
            /** @enum {string} */
            call_type: "inbound" | "outbound";
            phone_number: string;
            caller_number: string | null;
            duration_seconds: number | null;
            campaign_id: number | null;
            contact_id: number | null;
            /** @description Of an inbound call: the contact of a campaign who called back. The conversation gets the variables of this contact. */
            returns_contact_id: number | null;
            attempt: number;
            telephony_configuration_id: number;
            initial_context: {
                [key: string]: unknown;
            };
            gathered_context: {
                [key: string]: unknown;
            };
            /** @description What a language model thought of the call, where the workflow asks for it. Null: not (yet). */
            analysis: {
                summary: string | null;
                success: boolean | null;
                success_reason: string | null;
                sentiment: string | null;
            } | null;
            disposition: string | null;
            cause: string | null;
            answered_at: string | null;
            ended_at: string | null;
            transcript_url: string | null;
            recording_url: string | null;
            placed_at: string | null;
            ended_by: string | null;
            machine: string | null;
            /** @description Answers to ways marked as `consent`. `from_ms` to `to_ms` of the recording hold question and answer as audio. */
            consents: {
                /** Format: date-time */
                at: string;
                edge: string;
                given: boolean;
                question: string | null;
                answer: string | null;
                from_ms: number;
                to_ms: number;
            }[];
            timeline: unknown[];
            transcript: unknown[];
            latencies: {
                [key: string]: unknown;
            };
            /** @description Null: it cost nothing, or nobody knows what. */
            cost: components["schemas"]["CallCost"] | null;
        };
        CallCost: {
            amount: string;
            currency: string;
            /**
             * @description `estimate`: by your price table.
             * @enum {string}
             */
            source: "estimate" | "carrier";
            /** @description What the carrier said, also where its currency is not yours. Null: not (yet) known. */
            carrier: {
                amount: string;
                currency: string;
            } | null;
        };
        CallPeaks: {
            call_id: number;
            duration_seconds: number;
            points: number;
            /** @description From 0, silence, to 255; one for each point. */
            person: number[];
            /** @description From 0, silence, to 255; one for each point. */
            agent: number[];
        };
        CallReceipt: {
            format: string;
            organization_id: number;
            call_id: number;
            /** @description Ed25519, base64. */
            public_key: string;
            key_rotations: {
                old_public_key: string;
                public_key: string;
                at: string;
                signed_by_old: string;
                signed_by_new: string;
            }[];
            /** @description Which number the hash `person` in the records stands for; null once the person is erased. */
            person: {
                person: string;
                phone_number: string;
                key: string;
            } | null;
            records: {
                /** @description SHA-256 of the record before, in hexadecimal. */
                before: string;
                /** @description What the ledger says, word for word. */
                record: {
                    [key: string]: unknown;
                };
                /** @description From the record upwards to the Merkle root. */
                path: string[];
                proof: {
                    /** @enum {string} */
                    kind: "checkpoint" | "cut";
                    sequence: number;
                    hash: string;
                    at: string;
                    first_sequence?: number;
                    root?: string;
                    public_key: string;
                    signature: string;
                };
            }[];
        };
        CallStatistics: {
            /** @enum {string} */
            bucket: "minute" | "quarter" | "hour" | "day";
            timezone: string;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** Format: date-time */
            as_of: string;
            totals: {
                calls: number;
                /** @description Calls by outcome; what is zero is left out. */
                outcomes: {
                    [key: string]: number;
                };
                talk_seconds: number;
            };
            columns: {
                /** Format: date-time */
                starts_at: string;
                calls: number;
                /** @description Calls by outcome; what is zero is left out. */
                outcomes: {
                    [key: string]: number;
                };
                talk_seconds: number;
            }[];
        };
        Campaign: {
            id: number;
            name: string;
            workflow_id: number;
            workflow_name: string;
            /** @description Version that the calls of this campaign use since its start; null before the first start. */
            workflow_version_number: number | null;
            /** @description Newest version of the workflow. `use_current_version` switches to it when the campaign resumes. */
            workflow_current_version_number: number;
            /** @enum {string} */
            state: "draft" | "running" | "paused" | "completed" | "failed";
            source_type: string;
            source_id: string;
            total_rows: number;
            processed_rows: number;
            failed_rows: number;
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            completed_at: string | null;
            retry_config: {
                enabled: boolean;
                max_retries: number;
                retry_delay_seconds: number;
                retry_on_busy: boolean;
                retry_on_no_answer: boolean;
                retry_on_voicemail: boolean;
                retry_after_message?: boolean;
            };
            max_concurrency: number;
            schedule_config: {
                enabled: boolean;
                timezone: string;
                slots: {
                    day_of_week: number;
                    start_time: string;
                    end_time: string;
                }[];
            } | null;
            circuit_breaker: {
                enabled: boolean;
                failure_threshold: number;
                window_seconds: number;
                min_calls_in_window: number;
            };
            /** @description The campaign stays running when all its contacts are done, for people added later. */
            keep_open: boolean;
            /** @description A contact who calls back and talks with the agent is finished. */
            finish_on_inbound: boolean;
            /** @description What it may spend over its whole life; null: no limit of its own. */
            max_spend: string | null;
            /** @description What its calls cost so far, by carrier price or estimate. */
            spent: string;
            /** @description Of both; null: no call has a price. */
            currency: string | null;
            /** @description Beside the organization’s; the strictest wins. */
            policy: components["schemas"]["Policy"] | null;
            policy_version: number | null;
            executed_count: number;
            total_queued_count: number;
            live_calls: number;
            /** @description Processed contacts by final outcome; they add up to `processed_rows`. */
            outcomes: {
                [key: string]: number;
            };
            parent_campaign_id: number | null;
            redialed_campaign_id: number | null;
            telephony_configuration_id: number | null;
            telephony_configuration_name: string | null;
            /** @description The campaign dials through the simulated carrier: no telephone rings, all outcomes are invented. */
            is_simulated: boolean;
            /** @description The newest hundred entries, oldest first; in a list of campaigns the newest ten. Of a campaign that is paused or has failed also the entry that says why, if it is older. */
            logs: {
                /** Format: date-time */
                ts: string;
                /** @enum {string} */
                level: "info" | "warning" | "error";
                event: string;
                message: string;
                details: {
                    [key: string]: unknown;
                };
            }[];
        };
        CampaignExplanation: {
            campaign_id: number;
            state: string;
            /** Format: date-time */
            as_of: string;
            /** @description All who wait: ready and held; also the sum of `waits` and `free_rows`. */
            pending_rows: number;
            /** @description No rule holds them back; slots and pace decide when. */
            ready_rows: number;
            /** @description A rule holds them back: state, hours, back-off or the time of a retry. */
            held_rows: number;
            /** @description Nothing at all holds them back at this moment. */
            free_rows: number;
            waits: {
                rule: string;
                message: string;
                until: string | null;
                contacts: number;
            }[];
            limits: {
                rule: string;
                limit: number | null;
                used: number | null;
                reached: boolean;
                until: string | null;
            }[];
        };
        CampaignForecast: {
            based_on: {
                /** @enum {string} */
                source: "history" | "stated" | "assumed";
                calls: number;
                answer_rate: number;
                average_slot_seconds: number;
                message: string;
            };
            forecast: {
                /** @description Null: not within 400 days. */
                ends_at: {
                    p10: string | null;
                    p50: string | null;
                    p90: string | null;
                };
                calls: {
                    p10: number;
                    p50: number;
                    p90: number;
                };
                reached: {
                    p10: number;
                    p50: number;
                    p90: number;
                };
                calls_per_hour: {
                    /** Format: date-time */
                    at: string;
                    calls: number;
                }[];
                busiest_hour: {
                    /** Format: date-time */
                    at: string;
                    calls: number;
                } | null;
                left_out: {
                    /** @enum {string} */
                    reason: "suppressed" | "zone_unknown" | "uncovered" | "registry" | "suspension" | "no_open_hours" | "beyond_horizon";
                    contacts: number;
                }[];
            };
            alternatives: {
                name: string;
                forecast: {
                    /** @description Null: not within 400 days. */
                    ends_at: {
                        p10: string | null;
                        p50: string | null;
                        p90: string | null;
                    };
                    calls: {
                        p10: number;
                        p50: number;
                        p90: number;
                    };
                    reached: {
                        p10: number;
                        p50: number;
                        p90: number;
                    };
                    calls_per_hour: {
                        /** Format: date-time */
                        at: string;
                        calls: number;
                    }[];
                    busiest_hour: {
                        /** Format: date-time */
                        at: string;
                        calls: number;
                    } | null;
                    left_out: {
                        /** @enum {string} */
                        reason: "suppressed" | "zone_unknown" | "uncovered" | "registry" | "suspension" | "no_open_hours" | "beyond_horizon";
                        contacts: number;
                    }[];
                };
            }[];
        };
        CampaignProgress: {
            campaign_id: number;
            state: string;
            total_rows: number;
            processed_rows: number;
            failed_calls: number;
            progress_percentage: number;
            started_at: string | null;
            completed_at: string | null;
            live_calls: number;
            /** @description All who wait: ready and held. */
            pending_rows: number;
            /** @description No rule holds them back; slots and pace decide when. */
            ready_rows: number;
            /** @description A rule holds them back; `…/explain` says which. */
            held_rows: number;
            /** @description Called before and to be called again; part of `pending_rows`. */
            waiting_for_retry: number;
            /** @description Those of them whose time has not come. */
            retries_not_due: number;
            /** @description Those of them who asked to be called at another time. */
            call_backs: number;
            next_retry_at: string | null;
            /** @description Processed contacts by final outcome; they add up to `processed_rows`. */
            outcomes: {
                [key: string]: number;
            };
            /** @description Processed contacts by the number of calls it took. */
            attempts: {
                [key: string]: number;
            };
            answer_rate: number | null;
            calls_per_minute: number;
            waiting_because: components["schemas"]["Reason"][];
            window_open: boolean;
            window_changes_at: string | null;
            estimated_end_at: string | null;
        };
        CampaignResults: {
            campaign_id: number;
            contacts: number;
            /** @description Finished contacts by outcome; the others by state. */
            outcomes: {
                value: string;
                contacts: number;
            }[];
            /** @description What the last conversation of each contact came to. Contacts without one are left out. */
            dispositions: {
                value: string;
                contacts: number;
            }[];
            /** @description Values that the conversations gathered, by variable. */
            gathered: {
                name: string;
                /** @description Contacts with a value. */
                contacts: number;
                /** @description The 100 most frequent values. */
                values: {
                    value: string;
                    contacts: number;
                }[];
                /** @description Contacts with a value that is not listed. */
                other: number;
            }[];
        };
        CampaignWithWarnings: {
            id: number;
            name: string;
            workflow_id: number;
            workflow_name: string;
            /** @description Version that the calls of this campaign use since its start; null before the first start. */
            workflow_version_number: number | null;
            /** @description Newest version of the workflow. `use_current_version` switches to it when the campaign resumes. */
            workflow_current_version_number: number;
            /** @enum {string} */
            state: "draft" | "running" | "paused" | "completed" | "failed";
            source_type: string;
            source_id: string;
            total_rows: number;
            processed_rows: number;
            failed_rows: number;
            /** Format: date-time */
            created_at: string;
            started_at: string | null;
            completed_at: string | null;
            retry_config: {
                enabled: boolean;
                max_retries: number;
                retry_delay_seconds: number;
                retry_on_busy: boolean;
                retry_on_no_answer: boolean;
                retry_on_voicemail: boolean;
                retry_after_message?: boolean;
            };
            max_concurrency: number;
            schedule_config: {
                enabled: boolean;
                timezone: string;
                slots: {
                    day_of_week: number;
                    start_time: string;
                    end_time: string;
                }[];
            } | null;
            circuit_breaker: {
                enabled: boolean;
                failure_threshold: number;
                window_seconds: number;
                min_calls_in_window: number;
            };
            /** @description The campaign stays running when all its contacts are done, for people added later. */
            keep_open: boolean;
            /** @description A contact who calls back and talks with the agent is finished. */
            finish_on_inbound: boolean;
            /** @description What it may spend over its whole life; null: no limit of its own. */
            max_spend: string | null;
            /** @description What its calls cost so far, by carrier price or estimate. */
            spent: string;
            /** @description Of both; null: no call has a price. */
            currency: string | null;
            /** @description Beside the organization’s; the strictest wins. */
            policy: components["schemas"]["Policy"] | null;
            policy_version: number | null;
            executed_count: number;
            total_queued_count: number;
            live_calls: number;
            /** @description Processed contacts by final outcome; they add up to `processed_rows`. */
            outcomes: {
                [key: string]: number;
            };
            parent_campaign_id: number | null;
            redialed_campaign_id: number | null;
            telephony_configuration_id: number | null;
            telephony_configuration_name: string | null;
            /** @description The campaign dials through the simulated carrier: no telephone rings, all outcomes are invented. */
            is_simulated: boolean;
            /** @description The newest hundred entries, oldest first; in a list of campaigns the newest ten. Of a campaign that is paused or has failed also the entry that says why, if it is older. */
            logs: {
                /** Format: date-time */
                ts: string;
                /** @enum {string} */
                level: "info" | "warning" | "error";
                event: string;
                message: string;
                details: {
                    [key: string]: unknown;
                };
            }[];
            /** @description Who may be called at any hour, and whom the calling rules hold until a person changes something. */
            warnings: string[];
        };
        Consent: {
            id: number;
            phone_number: string;
            /**
             * @description `revoked`: the person took back everything that was given before.
             * @enum {string}
             */
            kind: "express" | "express_written" | "opt_in" | "existing_customer" | "revoked";
            /**
             * Format: date-time
             * @description When the person gave it or took it back.
             */
            at: string;
            /** @description Null: it does not end by itself. */
            expires_at: string | null;
            source: string;
            proof: string | null;
            author: string;
            /** @description The contact list that it came with. */
            list_id: number | null;
            /** @description The call in which the person said it. */
            call_id: number | null;
            /** Format: date-time */
            created_at: string;
        };
        ConsoleSession: {
            id: number;
            /** @description Null: signed in with a key that belongs to no user. */
            user_id: number | null;
            user_name: string | null;
            /** @description Null: signed in without a key. */
            api_key_id: number | null;
            api_key_name: string | null;
            /** @description The IP address that signed in. */
            address: string | null;
            /** @description What the browser says of itself. */
            user_agent: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string;
            /** @description The one that asks. */
            is_current: boolean;
        };
        ContactExplanation: {
            contact_id: number;
            campaign_id: number;
            /** Format: date-time */
            as_of: string;
            may_call_now: boolean;
            because: components["schemas"]["Reason"][];
            rules: {
                rule: string;
                message: string;
                /** @description Held: when that ends by itself. Else: when it may begin to hold. */
                until: string | null;
                holds: boolean;
            }[];
            /** @description At the earliest, if slots and pace allow. Null: something else must happen first. */
            next_possible_at: string | null;
            attempts: {
                call_id: number;
                attempt: number;
                /** Format: date-time */
                at: string;
                state: string;
                outcome: string | null;
                cause: string | null;
                caller_number: string | null;
                duration_seconds: number | null;
            }[];
        };
        ContactList: {
            source_id: string;
            filename: string;
            columns: string[];
            /** @description Contacts of the list: rows that can be called, each number once. */
            total_rows: number;
            rejected_rows: number;
            duplicate_rows: number;
            /** @description The first 100 rejected rows; all of them are in the CSV of `rejected`. */
            errors: {
                /** @description As a spreadsheet counts: the column names are row 1. */
                row: number;
                column: string | null;
                code: string;
                message: string;
                value: string;
            }[];
            /** Format: date-time */
            created_at: string;
            /** @description `utf-8`, `utf-16le`, `utf-16be`, `windows-1252` or `xlsx`. Such a file does not say that it is `windows-1252`: check names with accents. Null: not known. */
            read_as: string | null;
        };
        ContactListPreview: {
            source_id: string;
            filename: string;
            columns: string[];
            /** @description Contacts of the list: rows that can be called, each number once. */
            total_rows: number;
            rejected_rows: number;
            duplicate_rows: number;
            /** @description The first 100 rejected rows; all of them are in the CSV of `rejected`. */
            errors: {
                /** @description As a spreadsheet counts: the column names are row 1. */
                row: number;
                column: string | null;
                code: string;
                message: string;
                value: string;
            }[];
            /** Format: date-time */
            created_at: string;
            /** @description `utf-8`, `utf-16le`, `utf-16be`, `windows-1252` or `xlsx`. Such a file does not say that it is `windows-1252`: check names with accents. Null: not known. */
            read_as: string | null;
            phone_column: string | null;
            /** @description Rows with something in them: contacts, rejected rows and duplicates. */
            file_rows: number;
            /** @description Contacts on the do-not-call list; they will not be called. */
            suppressed_rows: number;
            /** @description The first of them, as rows of the file. */
            suppressed_examples: number[];
            callable_rows: number;
            /** @description Judged by the first 1,000 rows. */
            column_details: {
                name: string;
                /** @enum {string} */
                type: "phone_number" | "empty" | "yes_no" | "number" | "date" | "email" | "url" | "text";
                /** @description Share of rows with a value. */
                filled: number;
                examples: string[];
                /** @description The variable of the workflow that it fills. */
                variable: string | null;
            }[];
            /** @description Where the contacts may be, as calling hours must know. Null: not worked out yet. */
            zones: components["schemas"]["ContactListZones"] | null;
            rows: {
                row: number;
                phone_number: string;
                variables: {
                    [key: string]: string;
                };
                zones: components["schemas"]["ContactZones"] | null;
            }[];
            rejections: {
                code: string;
                message: string;
                count: number;
                examples: {
                    row: number;
                    column: string | null;
                    value: string | null;
                }[];
                /** @description Uploaded again with this `country_code`, so many of the first 1,000 could be called. */
                readable_as: {
                    country_code: string;
                    rows: number;
                }[];
            }[];
            /** @description What the workflow asks of every contact; empty without `workflow_id`. */
            variables: {
                name: string;
                required: boolean;
                default: string | null;
                /** @description The column that fills it; null: none does. */
                column: string | null;
                /** @description One that might: see `rename` of the upload. */
                suggested_column: string | null;
                /** @description Contacts without a value that the workflow needs. */
                lacking_rows: number;
                /** @description The first of them, as rows of the file. */
                lacking_examples: number[];
                /** @description People to whom the default would be spoken, because their cell or the column is missing. */
                default_rows: number;
            }[];
        };
        ContactListZones: {
            columns: {
                timezone: string | null;
                state: string | null;
                postal_code: string | null;
            };
            /** @description Contacts who may be called at the same hours, most first. */
            groups: {
                /** @description All that are possible; calling hours must be open in each. Empty: it cannot be told. */
                timezones: string[];
                /** @description Countries and states, ISO 3166. */
                places: string[];
                /**
                 * @description What told it.
                 * @enum {string}
                 */
                source: "timezone_column" | "state_column" | "postal_code_column" | "number" | "unknown";
                contacts: number;
            }[];
            /** @description Contacts of whom no time zone can be told. */
            unknown_rows: number;
            /** @description Values of these columns that name no time zone, state or postal code we know. */
            useless_values: {
                timezone: number;
                state: number;
                postal_code: number;
            };
        };
        ContactZones: {
            /** @description All that are possible; calling hours must be open in each. Empty: it cannot be told. */
            timezones: string[];
            /** @description Countries and states, ISO 3166. */
            places: string[];
            /**
             * @description What told it.
             * @enum {string}
             */
            source: "timezone_column" | "state_column" | "postal_code_column" | "number" | "unknown";
        };
        DialogueRun: {
            passed: number;
            failed: number;
            results: {
                dialogue_id: number;
                name: string;
                passed: boolean;
                failures: {
                    step: number | null;
                    message: string;
                }[];
                disposition: string | null;
                gathered: {
                    [key: string]: string;
                };
                transcript: {
                    /** @enum {string} */
                    who: "agent" | "person";
                    text: string;
                    /** @description What was heard of it, if it was cut off. */
                    heard: string | null;
                    node: string | null;
                }[];
            }[];
        };
        DutyConfirmation: {
            duty_id: string;
            note: string | null;
            confirmed_by: string;
            /** Format: date-time */
            confirmed_at: string;
        };
        Enrolment: {
            campaign_id: number;
            added: number;
            /** @description The campaign has this number; nothing was changed. */
            already_enrolled: number;
            rejected: number;
            results: {
                /** @description Position in `contacts` of the request, from 0. */
                index: number;
                /** @enum {string} */
                status: "added" | "already_enrolled" | "rejected";
                /** @description The contact in the campaign; null: rejected. */
                contact_id: number | null;
                /** @description As it is dialed; null: rejected. */
                phone_number: string | null;
                /** @description What was rejected: `phone_number` or a variable. */
                column: string | null;
                code: string | null;
                message: string | null;
            }[];
        };
        Erasure: {
            id: number;
            /** Format: date-time */
            at: string;
            author: string;
            reason: string | null;
            /** @description How much was erased or deleted: contacts, calls, list_rows, events, deliveries … */
            counts: {
                [key: string]: number;
            };
        };
        Error: {
            /** @description The code again. */
            detail: string;
            /** @description What went wrong, for programs; it never changes its meaning. */
            code: string;
            /** @description What went wrong, for people. */
            message: string;
            /** @description More about it, where there is more to say. */
            details?: {
                [key: string]: unknown;
            };
            /** @description Leads to the cause in the log. */
            request_id?: string;
        };
        Event: {
            id: number;
            /** Format: date-time */
            at: string;
            type: components["schemas"]["EventType"];
            campaign_id: number | null;
            contact_id: number | null;
            call_id: number | null;
            data: {
                [key: string]: unknown;
            };
        };
        /**
         * @description - `campaign_created`: A campaign was made, also by a redial.
         *     - `campaign_changed`: The settings of a campaign were changed.
         *     - `campaign_started`: A campaign was started for the first time.
         *     - `campaign_resumed`: A campaign goes on after a pause.
         *     - `campaign_paused`: A campaign was paused by somebody.
         *     - `campaign_completed`: The last contact of a campaign has its final outcome.
         *     - `contact_called_back`: A contact is finished: the person called back and talked with the agent. `data`: duration_seconds.
         *     - `call_back_not_planned`: A caller was promised a call at another time, and the campaign of the contact will not make it. `data`: call_id, contact_id, call_back_at, reason.
         *     - `contacts_enrolled`: People were added to a campaign. `data`: by, added, already_enrolled, rejected. A request with many people gives several of these.
         *     - `campaign_redialed`: A new draft was made from the contacts a campaign did not reach.
         *     - `campaign_failed`: A campaign cannot go on until someone mends something.
         *     - `circuit_breaker_tripped`: Too many calls failed: the campaign is paused.
         *     - `carrier_account_refused`: The carrier refuses the account: the campaign is paused; `data.reason` is the carrier's.
         *     - `carrier_unavailable`: The carrier asked to wait or could not be reached; dialing goes on by itself.
         *     - `agent_missing`: Answered calls found no agent: the campaign is paused.
         *     - `abandonment_high`: Too many people of a campaign answered and found nobody. `data`: answered, abandoned, rate_percent, paused.
         *     - `dials_fail_alike`: Calls in a row failed alike and none of them rang: the campaign is paused, and these contacts will be called again.
         *     - `no_caller_number_left`: The carrier accepts none of the numbers as caller ID: the campaign is paused.
         *     - `caller_number_resting`: The carrier does not accept a number as caller ID: it is not shown until somebody wakes it. `data`: phone_number_id, address, reason.
         *     - `spend_alarm`: 80 % of a spend limit is used. `data`: scope (`day`: of the organization, or `campaign`), spent, limit, currency.
         *     - `spend_limit_reached`: A spend limit is reached. `data`: scope, spent, limit, currency. With the scope `campaign` that campaign is paused; with `day` no call is placed before tomorrow.
         *     - `suppression_offered`: The person may not want to be called: `data.phone_number` may belong on the do-not-call list. `data.reason` is the source: the carrier’s code (SIP 607, the contact is finished), or `language_model`, which read an objection in the transcript after the call.
         *     - `call_refused`: The carrier would not make one call.
         *     - `window_opened`: The calling hours of a campaign have begun.
         *     - `window_closed`: The calling hours of a campaign are over.
         *     - `call_ended`: A call is over. `data`: outcome, cause, attempt, duration_seconds.
         *     - `call_analyzed`: A language model has read what was said on a call. `data`: success, sentiment, and the names of what it extracted; null: not asked.
         *     - `contact_suppressed`: A contact is finished without a call: the person asked not to be called.
         *     - `contact_refused`: A contact is finished without a call: the calling rules never allow one.
         *     - `workflow_created`: A workflow was made.
         *     - `workflow_updated`: A workflow was changed; a new definition is a new version.
         *     - `policy_changed`: The calling rules of the organization or of a campaign were changed.
         *     - `ledger_checkpoint`: The ledger was signed. `data`: sequence, hash, first_sequence, root (Merkle root of the records from first_sequence on), public_key, signature. Kept outside, it shows later whether the ledger was replaced.
         *     - `suppression_changed`: The list of numbers that are not called was changed.
         *     - `webhook_disabled`: A webhook was switched off: `data.reason` is `failing` (nothing arrived for 24 hours) or `gone` (the receiver answered 410).
         * @enum {string}
         */
        EventType: "campaign_created" | "campaign_changed" | "campaign_started" | "campaign_resumed" | "campaign_paused" | "campaign_completed" | "contact_called_back" | "call_back_not_planned" | "contacts_enrolled" | "campaign_redialed" | "campaign_failed" | "circuit_breaker_tripped" | "carrier_account_refused" | "carrier_unavailable" | "agent_missing" | "abandonment_high" | "dials_fail_alike" | "no_caller_number_left" | "caller_number_resting" | "spend_alarm" | "spend_limit_reached" | "suppression_offered" | "call_refused" | "window_opened" | "window_closed" | "call_ended" | "call_analyzed" | "contact_suppressed" | "contact_refused" | "workflow_created" | "workflow_updated" | "policy_changed" | "ledger_checkpoint" | "suppression_changed" | "webhook_disabled";
        HeldBack: {
            /** @enum {string} */
            rule: "contact_hours" | "never_open" | "zone_unknown" | "uncovered" | "suspension" | "cap" | "least_gap" | "cooldown" | "registry" | "consent" | "number_check";
            message: string;
            contacts: number;
            /** @description Of them, those whom the policy in force does not hold. */
            newly: number;
            /** @description When the first of them may be called. Null: not by itself. */
            until: string | null;
        };
        ImportedSuppressions: {
            /** @description Numbers of the file, each once. */
            total_rows: number;
            added_rows: number;
            /** @description Were on the list before. */
            known_rows: number;
            rejected_rows: number;
            duplicate_rows: number;
            errors: {
                row: number;
                column: string | null;
                code: string;
                message: string;
                value: string;
            }[];
        };
        Invitation: {
            id: number;
            /** @enum {string} */
            role: "viewer" | "operator" | "administrator";
            /** @description Whom it is for, as a note. */
            name: string | null;
            /** @description Where people sign in at an identity provider or by a trusted proxy, only a person with this verified address can accept the invitation. Elsewhere it is a note: the link alone is enough. */
            email: string | null;
            invited_by: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        KnowledgeDocument: {
            id: number;
            /** @description What steps name in `document_uuids`. */
            document_uuid: string;
            filename: string;
            file_size_bytes: number;
            /** @description SHA-256. */
            file_hash: string;
            mime_type: string;
            /**
             * @description A document is stored once it is read.
             * @enum {string}
             */
            processing_status: "completed";
            processing_error: null;
            /** @description Passages. */
            total_chunks: number;
            /** @enum {string} */
            retrieval_mode: "chunked" | "full_document";
            language: string;
            custom_metadata: {
                [key: string]: unknown;
            };
            docling_metadata: {
                [key: string]: unknown;
            };
            source_url: null;
            /** Format: date-time */
            created_at: string;
            updated_at: string | null;
            organization_id: number;
            created_by: number | null;
            is_active: boolean;
        };
        LedgerVerdict: {
            /** @description No record was altered, dropped, moved or cut off. */
            ok: boolean;
            records: number;
            /** @description The number of the first record that is kept; 0 if there is none. */
            from: number;
            to: number;
            /** @description Ed25519, base64: what exports are signed with. */
            public_key: string;
            faults: {
                /** @enum {string} */
                fault: "gap" | "altered" | "misplaced" | "broken" | "cut" | "head" | "checkpoint" | "missing" | "key";
                sequence: number;
                message: string;
            }[];
        };
        ListProofs: {
            registry_checks: {
                registry: string;
                checked_on: string;
                file_sha256: string;
                numbers: number;
                author: string;
                /** Format: date-time */
                created_at: string;
            }[];
            confirmations: {
                duty_id: string;
                note: string | null;
                confirmed_by: string;
                /** Format: date-time */
                confirmed_at: string;
                /** Format: date-time */
                expires_at: string;
            }[];
        };
        LiveEvent: {
            id: null;
            /** Format: date-time */
            at: string;
            type: components["schemas"]["LiveEventType"];
            campaign_id: number | null;
            contact_id: number | null;
            call_id: number | null;
            data: {
                [key: string]: unknown;
            };
        };
        /**
         * @description - `call_claimed`: A call takes its slot and is about to be placed.
         *     - `call_placed`: The carrier was asked to make the call, or took it.
         *     - `call_ringing`: The phone rings.
         *     - `call_answered`: Somebody, or a machine, has answered.
         *     - `call_step`: The conversation has reached a step of the workflow. `data`: node, name.
         *     - `call_returned`: The call was not placed after all; its contact is back in the queue.
         * @enum {string}
         */
        LiveEventType: "call_claimed" | "call_placed" | "call_ringing" | "call_answered" | "call_step" | "call_returned";
        ModelConfiguration: {
            /** @enum {string} */
            brain: "script" | "pipeline" | "realtime";
            chat: {
                base_url: string | null;
                /** @description Masked. */
                api_key: string | null;
                model: string | null;
                temperature: number | null;
                /** @description Fields added to every request, for what only this endpoint knows. */
                extra_body: {
                    [key: string]: unknown;
                } | null;
            };
            realtime: {
                url: string | null;
                /** @description Masked. */
                api_key: string | null;
                model: string | null;
                voice: string | null;
            };
            speech: {
                /** @enum {string} */
                engine: "local" | "openai";
                voice: string | null;
                base_url: string | null;
                /** @description Masked. */
                api_key: string | null;
                model: string | null;
            };
            recognition: {
                /** @enum {string} */
                engine: "local" | "openai";
                base_url: string | null;
                /** @description Masked. */
                api_key: string | null;
                model: string | null;
            };
            filler_sentence: string | null;
            fallback_sentence: string | null;
            farewell_sentence: string | null;
            updated_at: string | null;
        };
        NewInvitation: {
            id: number;
            /** @enum {string} */
            role: "viewer" | "operator" | "administrator";
            /** @description Whom it is for, as a note. */
            name: string | null;
            /** @description Where people sign in at an identity provider or by a trusted proxy, only a person with this verified address can accept the invitation. Elsewhere it is a note: the link alone is enough. */
            email: string | null;
            invited_by: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            link: string;
        };
        NodeProperty: {
            name: string;
            /** @enum {string} */
            type: "string" | "number" | "boolean" | "options" | "multi_options" | "fixed_collection" | "json" | "mention_textarea" | "url" | "tool_refs" | "credential_ref" | "recording_ref" | "document_refs";
            display_name: string;
            description: string;
            default: unknown;
            required: boolean;
            placeholder: string | null;
            options: {
                value: string;
                label: string;
            }[] | null;
            /** @description The fields of each entry of a `fixed_collection`, which is a list, or of a `json` that is one object. */
            properties: components["schemas"]["NodeProperty"][] | null;
            min_value: number | null;
            max_value: number | null;
            min_length: number | null;
            max_length: number | null;
            pattern: string | null;
        };
        NodeType: {
            name: string;
            display_name: string;
            description: string;
            /** @enum {string} */
            category: "call_node" | "global_node" | "trigger" | "integration";
            icon: string;
            version: string;
            properties: components["schemas"]["NodeProperty"][];
            examples: {
                name: string;
                data: {
                    [key: string]: unknown;
                };
            }[];
            graph_constraints: {
                min_incoming: number | null;
                max_incoming: number | null;
                min_outgoing: number | null;
                max_outgoing: number | null;
                min_instances: number | null;
                max_instances: number | null;
            };
        };
        NumberHistory: {
            phone_number: string;
            /** @description As the number alone tells; a list may know better. */
            zones: components["schemas"]["ContactZones"];
            /** @description A single call, by the rules of the organization. */
            may_call_now: boolean;
            because: components["schemas"]["Reason"][];
            suppressed: {
                /** @enum {string} */
                kind: "number" | "prefix" | "country";
                value: string;
                reason: string;
                source: string;
                author: string | null;
                call_id: number | null;
                /** Format: date-time */
                created_at: string;
                expires_at: string | null;
            }[];
            /** @description What the person agreed to and took back (`revoked`), newest first. */
            consents: {
                id: number;
                kind: string;
                /** Format: date-time */
                at: string;
                expires_at: string | null;
                source: string;
                proof: string | null;
                author: string;
            }[];
            campaigns: {
                campaign_id: number;
                name: string;
                contact_id: number;
                state: string;
                outcome: string | null;
                attempts: number;
                next_attempt_at: string | null;
                held_by: string | null;
            }[];
            /** @description Newest first. */
            attempts: {
                call_id: number;
                campaign_id: number | null;
                contact_id: number | null;
                /** Format: date-time */
                at: string;
                /** @description In the first zone that the number may be in. */
                local_time: string | null;
                /** @description Null: the campaign and its calls were deleted. */
                state: string | null;
                outcome: string | null;
                cause: string | null;
                duration_seconds: number | null;
                policy_version: string | null;
                /** @description The person declined further calls in this one. */
                refused: boolean;
                /** @description Through the simulated carrier: no phone rang. Null: the call was deleted. */
                is_simulated: boolean | null;
            }[];
        };
        Organization: {
            id: number;
            name: string;
            /** @description In which the console shows what has no zone of its own. */
            time_zone: string;
            /** @description Live calls that the organization may have at once. */
            max_concurrency: number;
            live_calls: number;
            /** @description How much the organization may have; beyond it requests are 409 `quota_exceeded`. */
            quotas: {
                [key: string]: number;
            };
            /** Format: date-time */
            created_at: string;
            /** @description The key of this request or console session; null for a user who signed in without a key. */
            api_key: {
                id: number;
                name: string;
                key_prefix: string;
                /** @enum {string} */
                scope: "report" | "read" | "operate" | "admin";
            } | null;
            /** @description The user who asks; null for a key that belongs to no user. */
            user: {
                id: number;
                name: string;
                /** @enum {string} */
                role: "viewer" | "operator" | "administrator";
            } | null;
            /**
             * @description What this request may do.
             * @enum {string}
             */
            scope: "report" | "read" | "operate" | "admin";
            session_id: number | null;
            /** @description Of the program. */
            version: string;
        };
        OrganizationPolicy: {
            /** @description Null: there are no rules but each campaign’s schedule. */
            policy: components["schemas"]["Policy"] | null;
            version: number;
            author: string | null;
            created_at: string | null;
            /** @description What no program can keep for you: to be confirmed by a person. */
            duties: {
                id: string;
                text: string;
                /** @description The pack it comes from, `organization` or `campaign`. */
                from: string;
                confirmed_by: string | null;
                confirmed_at: string | null;
                note: string | null;
            }[];
            warnings: string[];
            notice: string;
        };
        OwnPhones: {
            phones: {
                phone_number: string;
                label: string | null;
            }[];
        };
        PhoneNumber: {
            id: number;
            telephony_configuration_id: number;
            /** @description As it was given. */
            address: string;
            /** @description What is dialled and compared. */
            address_normalized: string;
            /** @enum {string} */
            address_type: "pstn" | "sip_uri" | "sip_extension";
            is_active: boolean;
            is_default_caller_id: boolean;
            extra_metadata: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            country_code: string | null;
            label: string | null;
            inbound_workflow_id: number | null;
            inbound_workflow_name: string | null;
            /** @description The carrier sends the inbound calls of this number elsewhere, or was never told: PUBLIC_URL or the key has changed, or telling it failed. `POST …/sync` tells it again. */
            inbound_stale: boolean;
            /** @description Null: as many as the configuration makes. */
            max_calls_at_once: number | null;
            /** @description Dials shown under this number, per day (UTC). */
            max_calls_per_day: number | null;
            /** @description The carrier did not accept this number as caller ID: it is not shown since then. `POST …/wake` shows it again. Null: it is shown. */
            resting_since: string | null;
            /** @description What the carrier said. */
            resting_reason: string | null;
            /** @description Of the last calls under this number, those that a person answered. */
            answer_rate: {
                placed: number;
                answered: number;
                rate: number | null;
            };
            /** @description What the carrier said, if this request had to tell it something. `ok: false` is a warning: the change is stored. */
            provider_sync: {
                ok: boolean;
                message: string;
            } | null;
        };
        Policy: {
            /** @default [] */
            packs: string[];
            hours?: {
                /** @default [] */
                monday: {
                    start: string;
                    end: string;
                }[];
                /** @default [] */
                tuesday: {
                    start: string;
                    end: string;
                }[];
                /** @default [] */
                wednesday: {
                    start: string;
                    end: string;
                }[];
                /** @default [] */
                thursday: {
                    start: string;
                    end: string;
                }[];
                /** @default [] */
                friday: {
                    start: string;
                    end: string;
                }[];
                /** @default [] */
                saturday: {
                    start: string;
                    end: string;
                }[];
                /** @default [] */
                sunday: {
                    start: string;
                    end: string;
                }[];
                holiday?: {
                    start: string;
                    end: string;
                }[] | null;
                holiday_eve?: {
                    start: string;
                    end: string;
                }[] | null;
            } | null;
            holidays?: {
                /** @default [] */
                calendars: string[];
                /** @default [] */
                added: string[];
                /** @default [] */
                removed: string[];
            } | null;
            suspensions?: {
                /** @default [] */
                places: string[];
                /** Format: date-time */
                from: string;
                until?: string | null;
                reason: string;
            }[] | null;
            caps?: {
                max: number;
                hours: number;
                /**
                 * @default attempts
                 * @enum {string}
                 */
                count: "attempts" | "conversations";
            }[] | null;
            least_gap_minutes?: number | null;
            cooldowns?: {
                /** @enum {string} */
                after: "conversation" | "refusal" | "abandoned" | "machine_detected";
                hours: number | "forever";
            }[] | null;
            shortest_ring_seconds?: number | null;
            required_sentences?: {
                id: string;
                description: string;
                /**
                 * @default anywhere
                 * @enum {string}
                 */
                said: "opening" | "anywhere";
                any_of: string[];
                by_language?: {
                    [key: string]: string[];
                } | null;
            }[] | null;
            registries?: {
                id: string;
                name: string;
                max_age_days: number;
            }[] | null;
            duties?: {
                id: string;
                text: string;
            }[] | null;
            consent?: {
                any_of: ("none" | "opt_out" | "express" | "express_written" | "opt_in" | "existing_customer")[];
                /**
                 * @default list
                 * @enum {string}
                 */
                records: "required" | "list" | "if_any";
            } | null;
            unknown_zone?: ("refuse" | "fallback") | null;
            calls?: {
                purpose?: ("marketing" | "informational" | "collections" | "health" | "survey" | "political" | "charity") | null;
                party?: ("consumer" | "business") | null;
                /** @default [] */
                consents: ("none" | "opt_out" | "express" | "express_written" | "opt_in" | "existing_customer")[];
            } | null;
            uncovered?: ("refuse" | "allow") | null;
            hours_floor?: ("on" | "off") | null;
            fallback_timezone?: string | null;
            scrubbed_on?: {
                [key: string]: string;
            } | null;
            number_check?: {
                /** Format: uri */
                url: string;
                credential_uuid?: string | null;
                /** @default 3000 */
                timeout_ms: number;
                /** @default 24 */
                fresh_hours: number;
                /**
                 * @default hold
                 * @enum {string}
                 */
                on_failure: "hold" | "call";
            } | null;
        };
        PolicyInput: {
            /** @default [] */
            packs: string[];
            hours?: {
                /** @default [] */
                monday: {
                    start: string;
                    end: string;
                }[];
                /** @default [] */
                tuesday: {
                    start: string;
                    end: string;
                }[];
                /** @default [] */
                wednesday: {
                    start: string;
                    end: string;
                }[];
                /** @default [] */
                thursday: {
                    start: string;
                    end: string;
                }[];
                /** @default [] */
                friday: {
                    start: string;
                    end: string;
                }[];
                /** @default [] */
                saturday: {
                    start: string;
                    end: string;
                }[];
                /** @default [] */
                sunday: {
                    start: string;
                    end: string;
                }[];
                holiday?: {
                    start: string;
                    end: string;
                }[] | null;
                holiday_eve?: {
                    start: string;
                    end: string;
                }[] | null;
            } | null;
            holidays?: {
                /** @default [] */
                calendars: string[];
                /** @default [] */
                added: string[];
                /** @default [] */
                removed: string[];
            } | null;
            suspensions?: {
                /** @default [] */
                places: string[];
                /** Format: date-time */
                from: string;
                until?: string | null;
                reason: string;
            }[] | null;
            caps?: {
                max: number;
                hours: number;
                /**
                 * @default attempts
                 * @enum {string}
                 */
                count: "attempts" | "conversations";
            }[] | null;
            least_gap_minutes?: number | null;
            cooldowns?: {
                /** @enum {string} */
                after: "conversation" | "refusal" | "abandoned" | "machine_detected";
                hours?: number | "forever";
            }[] | null;
            shortest_ring_seconds?: number | null;
            required_sentences?: {
                id: string;
                description: string;
                /**
                 * @default anywhere
                 * @enum {string}
                 */
                said: "opening" | "anywhere";
                any_of: string[];
                by_language?: {
                    [key: string]: string[];
                } | null;
            }[] | null;
            registries?: {
                id: string;
                name: string;
                max_age_days: number;
            }[] | null;
            duties?: {
                id: string;
                text: string;
            }[] | null;
            consent?: {
                any_of: ("none" | "opt_out" | "express" | "express_written" | "opt_in" | "existing_customer")[];
                /**
                 * @default list
                 * @enum {string}
                 */
                records: "required" | "list" | "if_any";
            } | null;
            unknown_zone?: ("refuse" | "fallback") | null;
            calls?: {
                purpose?: ("marketing" | "informational" | "collections" | "health" | "survey" | "political" | "charity") | null;
                party?: ("consumer" | "business") | null;
                /** @default [] */
                consents: ("none" | "opt_out" | "express" | "express_written" | "opt_in" | "existing_customer")[];
            } | null;
            uncovered?: ("refuse" | "allow") | null;
            hours_floor?: ("on" | "off") | null;
            fallback_timezone?: string | null;
            scrubbed_on?: {
                [key: string]: string;
            } | null;
            number_check?: {
                /** Format: uri */
                url: string;
                credential_uuid?: string | null;
                timeout_ms?: number;
                fresh_hours?: number;
                /**
                 * @default hold
                 * @enum {string}
                 */
                on_failure: "hold" | "call";
            } | null;
        };
        PolicyPack: {
            id: string;
            title: string;
            places: string[];
            /** @default [] */
            implies: string[];
            valid_from?: string | null;
            valid_to?: string | null;
            /** Format: date */
            checked_on: string;
            sources: {
                text: string;
                /** @enum {string} */
                kind: "law" | "authority" | "restated" | "dialer" | "general";
            }[];
            covers: string;
            does_not_cover: string[];
            /** @default {} */
            applies_to: {
                purposes?: ("marketing" | "informational" | "collections" | "health" | "survey" | "political" | "charity")[] | null;
                parties?: ("consumer" | "business")[] | null;
            };
            /**
             * @default {
             *       "hours": [],
             *       "caps": []
             *     }
             */
            lifted_by: {
                /** @default [] */
                hours: ("none" | "opt_out" | "express" | "express_written" | "opt_in" | "existing_customer")[];
                /** @default [] */
                caps: ("none" | "opt_out" | "express" | "express_written" | "opt_in" | "existing_customer")[];
            };
            rules: {
                hours?: {
                    /** @default [] */
                    monday: {
                        start: string;
                        end: string;
                    }[];
                    /** @default [] */
                    tuesday: {
                        start: string;
                        end: string;
                    }[];
                    /** @default [] */
                    wednesday: {
                        start: string;
                        end: string;
                    }[];
                    /** @default [] */
                    thursday: {
                        start: string;
                        end: string;
                    }[];
                    /** @default [] */
                    friday: {
                        start: string;
                        end: string;
                    }[];
                    /** @default [] */
                    saturday: {
                        start: string;
                        end: string;
                    }[];
                    /** @default [] */
                    sunday: {
                        start: string;
                        end: string;
                    }[];
                    holiday?: {
                        start: string;
                        end: string;
                    }[] | null;
                    holiday_eve?: {
                        start: string;
                        end: string;
                    }[] | null;
                } | null;
                holidays?: {
                    /** @default [] */
                    calendars: string[];
                    /** @default [] */
                    added: string[];
                    /** @default [] */
                    removed: string[];
                } | null;
                suspensions?: {
                    /** @default [] */
                    places: string[];
                    /** Format: date-time */
                    from: string;
                    until?: string | null;
                    reason: string;
                }[] | null;
                caps?: {
                    max: number;
                    hours: number;
                    /**
                     * @default attempts
                     * @enum {string}
                     */
                    count: "attempts" | "conversations";
                }[] | null;
                least_gap_minutes?: number | null;
                cooldowns?: {
                    /** @enum {string} */
                    after: "conversation" | "refusal" | "abandoned" | "machine_detected";
                    hours: number | "forever";
                }[] | null;
                shortest_ring_seconds?: number | null;
                required_sentences?: {
                    id: string;
                    description: string;
                    /**
                     * @default anywhere
                     * @enum {string}
                     */
                    said: "opening" | "anywhere";
                    any_of: string[];
                    by_language?: {
                        [key: string]: string[];
                    } | null;
                }[] | null;
                registries?: {
                    id: string;
                    name: string;
                    max_age_days: number;
                }[] | null;
                duties?: {
                    id: string;
                    text: string;
                }[] | null;
                consent?: {
                    any_of: ("none" | "opt_out" | "express" | "express_written" | "opt_in" | "existing_customer")[];
                    /**
                     * @default list
                     * @enum {string}
                     */
                    records: "required" | "list" | "if_any";
                } | null;
                unknown_zone?: ("refuse" | "fallback") | null;
            };
        };
        PolicyPreview: {
            /** @description Contacts that wait in campaigns that are not completed. */
            waiting: number;
            /** @description No rule of the policy is against a call at this moment. */
            callable: number;
            /** @description Closed for now; opens by itself. */
            later: components["schemas"]["HeldBack"][];
            /** @description Held until a person changes a rule, the list or a registry date. */
            held: components["schemas"]["HeldBack"][];
        };
        PolicyVersion: {
            version: number;
            policy: components["schemas"]["Policy"];
            author: string;
            /** Format: date-time */
            created_at: string;
        };
        Prices: {
            telephony_configuration_id: number;
            currency: string;
            per_minute: string;
            per_call: string;
            first_seconds: number;
            step_seconds: number;
            inbound_per_minute: string;
            prefixes: {
                prefix: string;
                per_minute: string;
                per_call: string;
            }[];
            /** @description The carrier is asked for its own price after each call. It takes the place of the estimate. */
            asks_carrier: boolean;
            /** Format: date-time */
            updated_at: string;
        };
        Reason: {
            rule: string;
            message: string;
            until: string | null;
        };
        Retention: {
            /** @description Days after which recordings and their outlines are deleted; null: not before somebody deletes them. */
            recordings_days: number | null;
            /** @description Days after which transcripts, gathered values and details of the timeline are deleted; null: not before somebody deletes them. */
            transcripts_days: number | null;
            /** @description Days after which numbers and columns are erased: of calls since their end, of contacts since their campaign was completed, of lists that no campaign needs since their upload; when a number was called stays as long as the calling rules ask for it; null: not before somebody deletes them. */
            contacts_days: number | null;
            /** @description Days after which events are deleted, where that is sooner than for the whole installation; null: not before somebody deletes them. */
            events_days: number | null;
            /** @description Days after which records of the ledger are deleted, up to a signed checkpoint; five years unless set. */
            ledger_days: number;
            /** @description Days after which events of the audit trail are deleted; 400 unless set. */
            audit_days: number;
            /** @description After which events are deleted in any case. */
            installation_events_days: number;
        };
        Run: {
            id: number;
            workflow_id: number;
            definition_id: number;
            /** @description The version of the workflow that this call follows. */
            version_number: number | null;
            name: string;
            /** @description The provider that carried the call. */
            mode: string;
            /** @description Through the simulated carrier: no phone rang. */
            is_simulated: boolean;
            /** Format: date-time */
            created_at: string;
            is_completed: boolean;
            state: string;
            outcome: string | null;
            /** @enum {string} */
            call_type: "inbound" | "outbound";
            phone_number: string;
            caller_number: string | null;
            duration_seconds: number | null;
            campaign_id: number | null;
            contact_id: number | null;
            /** @description Of an inbound call: the contact of a campaign who called back. The conversation gets the variables of this contact. */
            returns_contact_id: number | null;
            attempt: number;
            telephony_configuration_id: number;
            initial_context: {
                [key: string]: unknown;
            };
            gathered_context: {
                [key: string]: unknown;
            };
            /** @description What a language model thought of the call, where the workflow asks for it. Null: not (yet). */
            analysis: {
                summary: string | null;
                success: boolean | null;
                success_reason: string | null;
                sentiment: string | null;
            } | null;
            disposition: string | null;
            cause: string | null;
            answered_at: string | null;
            ended_at: string | null;
            transcript_url: string | null;
            recording_url: string | null;
        };
        SearchResults: {
            campaigns: {
                id: number;
                name: string;
                state: string;
            }[];
            workflows: {
                id: number;
                name: string;
                state: string;
            }[];
            contacts: {
                id: number;
                campaign_id: number;
                campaign_name: string;
                phone_number: string;
                state: string;
                outcome: string | null;
                /** @description The other columns of the contact. */
                variables: {
                    [key: string]: string;
                };
            }[];
            /** @description False: contacts were searched by name or last digits, and the organization has more than the newest 100,000 that were looked at. */
            is_complete: boolean;
            numbers: {
                id: number;
                telephony_configuration_id: number;
                configuration_name: string;
                address: string;
                label: string | null;
            }[];
            calls: {
                id: number;
                campaign_id: number | null;
                contact_id: number | null;
                phone_number: string;
                state: string;
                outcome: string | null;
                /** Format: date-time */
                created_at: string;
            }[];
        };
        Spending: {
            currency: string | null;
            max_spend_per_day: string | null;
            /** @description Today in the time zone of the organization. */
            day: string;
            spent_today: string;
            /** @description Calls of today that cost something. */
            calls_today: number;
            /** @description Telephony configurations without prices. While a spend limit is set, no campaign dials through them. */
            unpriced_configurations: {
                id: number;
                name: string;
            }[];
        };
        SpendingByDay: {
            from: string;
            to: string;
            /** @description One for each currency; currencies are never added up. */
            totals: {
                currency: string;
                amount: string;
                /** @description Calls that cost something. */
                calls: number;
                /** @description Of them, those whose price the carrier has named. */
                confirmed_calls: number;
                /** @description Of them, those that the carrier priced in another currency. Their estimate is counted here. */
                other_currency_calls: number;
            }[];
            /** @description By day, campaign and currency. `campaign_id` null: calls without a campaign. */
            days: {
                currency: string;
                amount: string;
                /** @description Calls that cost something. */
                calls: number;
                /** @description Of them, those whose price the carrier has named. */
                confirmed_calls: number;
                /** @description Of them, those that the carrier priced in another currency. Their estimate is counted here. */
                other_currency_calls: number;
                day: string;
                campaign_id: number | null;
            }[];
        };
        StartCheck: {
            campaign_id: number;
            /** Format: date-time */
            as_of: string;
            /** @description Contacts that are not finished and not in a call. */
            pending_rows: number;
            /** @description No rule would hold them back; slots and pace decide when. */
            ready_rows: number;
            /** @description Pending contacts on the do-not-call list: they are left out. */
            suppressed_rows: number;
            /** @description Those of `suppressed_rows` that are among `ready_rows`: `ready_rows` without them can be called now. */
            ready_suppressed_rows: number;
            /** @description What would hold the others back; each contact is counted under the first rule. */
            waits: {
                rule: string;
                message: string;
                until: string | null;
                contacts: number;
            }[];
            /** @description Why a start would be refused now: the first reason found. Empty: it would not. */
            refusals: {
                code: string;
                message: string;
            }[];
            /** @description What must be confirmed for the list, or accepted by `accept_duties` at the start. */
            open_duties: {
                id: string;
                text: string;
            }[];
            warnings: string[];
        };
        SuppressedRange: {
            id: number;
            /** @enum {string} */
            kind: "prefix" | "country";
            /** @description The prefix, or the country’s two letters. */
            value: string;
            /** @description No number that begins with one of these is called. */
            prefixes: string[];
            reason: string;
            source: string;
            author: string | null;
            expires_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        Suppression: {
            id: number;
            phone_number: string;
            reason: string;
            /** @description Where it came from: `api`, `call`, `import`, or a registry you name. */
            source: string;
            author: string | null;
            /** @description The call in which the person asked for it. */
            call_id: number | null;
            /** @description Null: it never ends by itself. */
            expires_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        SuppressionCandidate: {
            id: number;
            phone_number: string;
            /**
             * @description `carrier`: the person marked our calls as unwanted (SIP 607). `conversation`: the person said something that may have been a request not to be called.
             * @enum {string}
             */
            source: "carrier" | "conversation";
            /** @description The words of the carrier or of the person. */
            reason: string | null;
            /** @description The call in which it happened. */
            call_id: number | null;
            /** @enum {string} */
            state: "open" | "accepted" | "dismissed";
            /** @description Who decided. */
            author: string | null;
            /** Format: date-time */
            offered_at: string;
            decided_at: string | null;
        };
        TelephonyConfiguration: {
            id: number;
            name: string;
            provider: string;
            is_default_outbound: boolean;
            /** @description Sensitive values are masked; null where one cannot be read (another SECRET_KEY) and must be sent again. */
            credentials: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        TriedConversation: {
            try_id: string;
            /** Format: date-time */
            expires_at: string;
            /** @enum {string} */
            state: "waiting" | "ended" | "awaiting_audio";
            /** @description What was said since the last answer, by both. */
            said: {
                /** @enum {string} */
                who: "agent" | "person";
                text: string;
                /** @description What was heard of it, if it was cut off. */
                heard: string | null;
                node: string | null;
            }[];
            /** @description Where in the workflow the conversation is. */
            node: string | null;
            /** @description The steps reached since the last answer. */
            steps: {
                node: string;
                name: string;
                /** @description The edge that led there; null at the start. */
                edge: string | null;
                label: string | null;
                because: ("key" | "spoken_key" | "yes_no" | "example" | "label" | "value" | "confirmed" | "only_way" | "no_input" | "no_match" | "voicemail" | "screening" | "ivr" | "model" | "tool" | "tool_failed") | null;
                /** @description The same in a sentence. */
                why: string | null;
                /** @description How like the words were, 0 to 1. */
                score: number | null;
            }[];
            not_understood: ("nothing_heard" | "no_match" | "ambiguous" | "no_value" | "unsure") | null;
            gathered: {
                [key: string]: string;
            };
            /** @description What would have been done on a telephone. Nothing of it is carried out. */
            actions: {
                /** @enum {string} */
                kind: "do_not_call" | "transfer";
                destination?: string;
            }[];
            missing_variables: string[];
            disposition: string | null;
            ended_by: ("agent" | "person" | "system") | null;
            /** @description Of the conversation, as long as it would have taken on a telephone. */
            elapsed_ms: number;
            /** @description With `audio`: a websocket, good once. Binary messages are signed 16-bit little-endian mono audio at 16 kHz both ways; texts from us are JSON with `type` `progress`, `clear` (drop what is not yet played) or `ended`; texts to us are `{"keys": "1"}` or `{"hang_up": true}`. */
            audio_url: string | null;
        };
        UnexpectedPhrases: {
            workflow_id: number;
            /** @description What fewer people said is not told. */
            people_min: number;
            phrases: {
                /** @description The step at which it was said. */
                node: string;
                phrase: string;
                /** @description How many different people said it there. */
                people: number;
            }[];
        };
        Usage: {
            /** @description By UTC: `2026-11`. */
            month: string;
            /** @enum {string} */
            direction: "outbound" | "inbound";
            /** @description Calls that ended in this month. */
            calls: number;
            answered: number;
            talk_seconds: number;
        };
        User: {
            id: number;
            name: string;
            email: string | null;
            /**
             * @description `viewer` looks at everything; `operator` also runs campaigns and calls; `administrator` also changes keys, people, carriers and other settings.
             * @enum {string}
             */
            role: "viewer" | "operator" | "administrator";
            /**
             * @description `groups`: the identity provider sets the role at each sign-in, by SIGN_IN_ROLES of the installation.
             * @enum {string}
             */
            role_from: "invitation" | "groups";
            /** @description False: this user cannot sign in, and their keys open nothing. */
            is_active: boolean;
            /** Format: date-time */
            created_at: string;
            /** @description The last sign-in by provider, proxy or invitation. */
            signed_in_at: string | null;
        };
        ValidationError: {
            detail: {
                /** @description Where, from body, path, query or header on. */
                loc: string[];
                msg: string;
                type: string;
                /** @description What was sent there; secrets are hidden. */
                input: unknown;
                ctx?: {
                    [key: string]: unknown;
                };
            }[];
        };
        Webhook: {
            id: number;
            url: string;
            description: string;
            /** @description Null: every type. */
            event_types: ("campaign_created" | "campaign_changed" | "campaign_started" | "campaign_resumed" | "campaign_paused" | "campaign_completed" | "contact_called_back" | "call_back_not_planned" | "contacts_enrolled" | "campaign_redialed" | "campaign_failed" | "circuit_breaker_tripped" | "carrier_account_refused" | "carrier_unavailable" | "agent_missing" | "abandonment_high" | "dials_fail_alike" | "no_caller_number_left" | "caller_number_resting" | "spend_alarm" | "spend_limit_reached" | "suppression_offered" | "call_refused" | "window_opened" | "window_closed" | "call_ended" | "call_analyzed" | "contact_suppressed" | "contact_refused" | "workflow_created" | "workflow_updated" | "policy_changed" | "ledger_checkpoint" | "suppression_changed" | "webhook_disabled")[] | null;
            is_active: boolean;
            /**
             * @description `failing`: the newest message did not arrive.
             * @enum {string}
             */
            state: "ok" | "failing" | "off";
            failing_since: string | null;
            /** @description Why it was switched off by itself; null if nobody but you did. */
            disabled_reason: ("failing" | "gone") | null;
            /** @description The newest event that has become a delivery, or was not wanted. */
            cursor: number;
            /** @description Until then the previous secret signs too. */
            secret_rotates_until: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        WebhookDelivery: {
            id: number;
            webhook_id: number;
            /** @enum {string} */
            kind: "event" | "test";
            /** @description Sent as `webhook-id`, the same at every try. */
            message_id: string;
            event_id: number | null;
            event_type: string | null;
            /** @enum {string} */
            state: "pending" | "sending" | "delivered" | "failed" | "canceled";
            attempts: number;
            next_attempt_at: string | null;
            /** Format: date-time */
            created_at: string;
            settled_at: string | null;
            /** @description The newest twenty, oldest first. */
            tries: {
                /** Format: date-time */
                at: string;
                /** @description Null: nobody answered. */
                status: number | null;
                /** @description Null: it arrived (2xx). */
                reason: ("refused" | "redirected" | "time_out" | "not_reached" | "forbidden_address" | "unreadable") | null;
                message: string | null;
                ms: number;
                /** @description The beginning of what the receiver said. */
                answer: string;
            }[];
            /** @description What is sent. */
            payload: {
                [key: string]: unknown;
            };
        };
        WebhookWithSecret: {
            id: number;
            url: string;
            description: string;
            /** @description Null: every type. */
            event_types: ("campaign_created" | "campaign_changed" | "campaign_started" | "campaign_resumed" | "campaign_paused" | "campaign_completed" | "contact_called_back" | "call_back_not_planned" | "contacts_enrolled" | "campaign_redialed" | "campaign_failed" | "circuit_breaker_tripped" | "carrier_account_refused" | "carrier_unavailable" | "agent_missing" | "abandonment_high" | "dials_fail_alike" | "no_caller_number_left" | "caller_number_resting" | "spend_alarm" | "spend_limit_reached" | "suppression_offered" | "call_refused" | "window_opened" | "window_closed" | "call_ended" | "call_analyzed" | "contact_suppressed" | "contact_refused" | "workflow_created" | "workflow_updated" | "policy_changed" | "ledger_checkpoint" | "suppression_changed" | "webhook_disabled")[] | null;
            is_active: boolean;
            /**
             * @description `failing`: the newest message did not arrive.
             * @enum {string}
             */
            state: "ok" | "failing" | "off";
            failing_since: string | null;
            /** @description Why it was switched off by itself; null if nobody but you did. */
            disabled_reason: ("failing" | "gone") | null;
            /** @description The newest event that has become a delivery, or was not wanted. */
            cursor: number;
            /** @description Until then the previous secret signs too. */
            secret_rotates_until: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Signs every message. Shown this once. */
            secret: string;
        };
        Workflow: {
            id: number;
            name: string;
            /** @enum {string} */
            status: "active" | "archived";
            /** Format: date-time */
            created_at: string;
            workflow_definition: components["schemas"]["WorkflowDefinition"];
            current_definition_id: number;
            /** @description The variables a contact list may fill, with their defaults; null: every contact needs a value. */
            template_context_variables: {
                [key: string]: string | null;
            };
            total_runs: number;
            /** @description Each save of a changed definition makes the next version. */
            version_number: number;
            /** @description What is in the definition and has no effect, or needs a language model: misspelt fields, fields of other programs. */
            warnings: {
                /** @enum {string} */
                kind: "node" | "edge" | "workflow";
                id: string | null;
                field: string | null;
                message: string;
            }[];
        };
        WorkflowComparison: {
            version_number: number;
            with_version_number: number;
            is_same: boolean;
            nodes: {
                id: string;
                name: string;
                /** @enum {string} */
                change: "added" | "removed" | "changed";
                fields: {
                    field: string;
                    before: unknown;
                    after: unknown;
                }[];
            }[];
            edges: {
                id: string;
                name: string;
                /** @enum {string} */
                change: "added" | "removed" | "changed";
                fields: {
                    field: string;
                    before: unknown;
                    after: unknown;
                }[];
            }[];
            settings: {
                field: string;
                before: unknown;
                after: unknown;
            }[];
        };
        /** @description A graph of what the voice agent says and asks. */
        WorkflowDefinition: {
            nodes: (({
                id: string;
                /** @constant */
                type: "startCall";
                position?: ({
                    x: number;
                    y: number;
                } & {
                    [key: string]: unknown;
                }) | null;
                data: {
                    name?: string | null;
                    greeting?: string | null;
                    prompt?: string | null;
                    say?: string | null;
                    say_recording_id?: string | null;
                    say_again?: string | null;
                    allow_interrupt?: boolean | null;
                    collect?: ({
                        variable: string;
                        /** @enum {string} */
                        kind: "digits" | "code" | "yes_no" | "number" | "date" | "text";
                        max_length?: number | null;
                        exact_length?: number | null;
                        sensitive?: boolean | null;
                        read_back?: boolean | null;
                    } & {
                        [key: string]: unknown;
                    }) | null;
                    extract?: ({
                        name: string;
                        type?: ("string" | "number" | "boolean") | null;
                        prompt?: string | null;
                    } & {
                        [key: string]: unknown;
                    })[] | null;
                    add_global_prompt?: boolean | null;
                    extraction_enabled?: boolean | null;
                    extraction_prompt?: string | null;
                    extraction_variables?: ({
                        name: string;
                        type?: ("string" | "number" | "boolean") | null;
                        prompt?: string | null;
                    } & {
                        [key: string]: unknown;
                    })[] | null;
                    tool_uuids?: string[] | null;
                    document_uuids?: string[] | null;
                    mcp_tool_filters?: unknown | null;
                    greeting_type?: ("text" | "audio") | null;
                    greeting_recording_id?: string | null;
                    delayed_start?: boolean | null;
                    delayed_start_duration?: number | null;
                    pre_call_fetch_mode?: ("disabled" | "always" | "inbound" | "outbound") | null;
                    pre_call_fetch_url?: string | null;
                    pre_call_fetch_credential_uuid?: string | null;
                    pre_call_fetch_enabled?: boolean | null;
                } & {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            }) | ({
                id: string;
                /** @constant */
                type: "agentNode";
                position?: ({
                    x: number;
                    y: number;
                } & {
                    [key: string]: unknown;
                }) | null;
                data: {
                    name?: string | null;
                    prompt?: string | null;
                    say?: string | null;
                    say_recording_id?: string | null;
                    say_again?: string | null;
                    send_keys?: string | null;
                    allow_interrupt?: boolean | null;
                    collect?: ({
                        variable: string;
                        /** @enum {string} */
                        kind: "digits" | "code" | "yes_no" | "number" | "date" | "text";
                        max_length?: number | null;
                        exact_length?: number | null;
                        sensitive?: boolean | null;
                        read_back?: boolean | null;
                    } & {
                        [key: string]: unknown;
                    }) | null;
                    extract?: ({
                        name: string;
                        type?: ("string" | "number" | "boolean") | null;
                        prompt?: string | null;
                    } & {
                        [key: string]: unknown;
                    })[] | null;
                    add_global_prompt?: boolean | null;
                    extraction_enabled?: boolean | null;
                    extraction_prompt?: string | null;
                    extraction_variables?: ({
                        name: string;
                        type?: ("string" | "number" | "boolean") | null;
                        prompt?: string | null;
                    } & {
                        [key: string]: unknown;
                    })[] | null;
                    tool_uuids?: string[] | null;
                    document_uuids?: string[] | null;
                    mcp_tool_filters?: unknown | null;
                } & {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            }) | ({
                id: string;
                /** @constant */
                type: "endCall";
                position?: ({
                    x: number;
                    y: number;
                } & {
                    [key: string]: unknown;
                }) | null;
                data: {
                    name?: string | null;
                    prompt?: string | null;
                    say?: string | null;
                    say_recording_id?: string | null;
                    send_keys?: string | null;
                    allow_interrupt?: boolean | null;
                    do_not_call?: boolean | null;
                    call_back?: string | null;
                    extract?: ({
                        name: string;
                        type?: ("string" | "number" | "boolean") | null;
                        prompt?: string | null;
                    } & {
                        [key: string]: unknown;
                    })[] | null;
                    add_global_prompt?: boolean | null;
                    extraction_enabled?: boolean | null;
                    extraction_prompt?: string | null;
                    extraction_variables?: ({
                        name: string;
                        type?: ("string" | "number" | "boolean") | null;
                        prompt?: string | null;
                    } & {
                        [key: string]: unknown;
                    })[] | null;
                } & {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            }) | ({
                id: string;
                /** @constant */
                type: "globalNode";
                position?: ({
                    x: number;
                    y: number;
                } & {
                    [key: string]: unknown;
                }) | null;
                data: {
                    name?: string | null;
                    prompt: string;
                } & {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            }) | ({
                id: string;
                /** @constant */
                type: "transfer";
                position?: ({
                    x: number;
                    y: number;
                } & {
                    [key: string]: unknown;
                }) | null;
                data: {
                    name?: string | null;
                    destination: string;
                    say?: string | null;
                    say_recording_id?: string | null;
                    prompt?: string | null;
                    announce?: string | null;
                    from_anywhere?: boolean | null;
                } & {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            }) | ({
                id: string;
                /** @constant */
                type: "http";
                position?: ({
                    x: number;
                    y: number;
                } & {
                    [key: string]: unknown;
                }) | null;
                data: {
                    name?: string | null;
                    tool_uuid: string;
                    say?: string | null;
                    arguments?: unknown | null;
                } & {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            }) | ({
                id: string;
                /** @constant */
                type: "webhook";
                position?: ({
                    x: number;
                    y: number;
                } & {
                    [key: string]: unknown;
                }) | null;
                data: {
                    name?: string | null;
                    enabled?: boolean | null;
                    only_answered?: boolean | null;
                    url: string;
                    method?: ("POST" | "PUT" | "PATCH") | null;
                    headers?: unknown | null;
                    payload?: unknown | null;
                } & {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            }))[];
            edges: ({
                id: string;
                source: string;
                target: string;
                data?: ({
                    label?: string | null;
                    condition?: string | null;
                    examples?: unknown | null;
                    keys?: unknown | null;
                    confirm?: string | null;
                    consent?: boolean | null;
                    transition_speech?: string | null;
                    transition_speech_type?: ("text" | "audio") | null;
                    transition_speech_recording_id?: string | null;
                } & {
                    [key: string]: unknown;
                }) | null;
            } & {
                [key: string]: unknown;
            })[];
            settings?: ({
                recording?: boolean | null;
                brain?: ("script" | "pipeline" | "realtime") | null;
                model?: string | null;
                voice?: string | null;
                language?: string | null;
                patience_seconds?: number | null;
                longest_call_seconds?: number | null;
                interruption?: ("words" | "milliseconds" | "off") | null;
                interrupt_after_ms?: number | null;
                recording_consent?: string | null;
                computed?: ({
                    name: string;
                    value: string;
                    type?: ("text" | "number") | null;
                } & {
                    [key: string]: unknown;
                })[] | null;
                analysis?: ({
                    summary?: boolean | null;
                    success_criteria?: string | null;
                    sentiment?: boolean | null;
                } & {
                    [key: string]: unknown;
                }) | null;
                end_of_turn_ms?: number | null;
                pronunciations?: ({
                    word: string;
                    say: string;
                } & {
                    [key: string]: unknown;
                })[] | null;
            } & {
                [key: string]: unknown;
            }) | null;
        } & {
            [key: string]: unknown;
        };
        WorkflowDialogue: {
            id: number;
            name: string;
            variables: {
                [key: string]: string;
            };
            answers_with: string | null;
            steps: {
                text?: string;
                keys?: string;
                silence?: boolean;
                machine?: boolean;
                hang_up?: boolean;
                expect?: {
                    node?: string;
                    says?: string;
                };
            }[];
            expect: {
                disposition?: string;
                gathered?: {
                    [key: string]: string;
                };
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        WorkflowListItem: {
            id: number;
            name: string;
            /** @enum {string} */
            status: "active" | "archived";
            /** Format: date-time */
            created_at: string;
            /** @description Calls made or taken with this workflow. */
            total_runs: number;
        };
        WorkflowRecording: {
            id: number;
            /** @description What steps name: `greeting_recording_id`, `say_recording_id`. */
            recording_id: string;
            /** @description Always null: recordings belong to the organization. */
            workflow_id: number | null;
            organization_id: number;
            tts_provider: string | null;
            tts_model: string | null;
            tts_voice_id: string | null;
            /** @description What is said in it. */
            transcript: string;
            /**
             * @description `recognized`: by the recognizer of this machine. Listen to the recording and correct it.
             * @enum {string}
             */
            transcript_source: "given" | "recognized" | "none";
            storage_key: string;
            storage_backend: string;
            metadata: {
                name: string;
                /** @enum {string} */
                format: "wav" | "mp3";
                duration_ms: number;
                /** @description By how much the file was made louder, or softer if negative. */
                gain_db: number;
            };
            created_by: number | null;
            /** Format: date-time */
            created_at: string;
            is_active: boolean;
        };
        WorkflowSummary: {
            id: number;
            name: string;
        };
        WorkflowTraffic: {
            workflow_id: number;
            /** Format: date-time */
            from: string;
            /** @description Conversations that began. */
            calls: number;
            steps: {
                node: string;
                /** @description Conversations that reached this step. */
                calls: number;
                /** @description Those that ended at it, whoever hung up. */
                ended: number;
            }[];
            /** @description Of the workflow's current version; each conversation counts once for each exit it took. */
            exits: {
                edge: string;
                source: string;
                target: string;
                calls: number;
                /** @description Of the conversations that reached the source. */
                share: number | null;
                /** @description Several exits of the step lead to the same one: `calls` is of all of them together. */
                shared: boolean;
            }[];
        };
        WorkflowValidation: {
            is_valid: boolean;
            errors: {
                /** @enum {string} */
                kind: "node" | "edge" | "workflow";
                id: string | null;
                field: string | null;
                message: string;
            }[];
            warnings: {
                /** @enum {string} */
                kind: "node" | "edge" | "workflow";
                id: string | null;
                field: string | null;
                message: string;
            }[];
        };
        WorkflowVersion: {
            version_number: number;
            /** @description What a run of this version names as its `definition_id`. */
            definition_id: number;
            is_current: boolean;
            /** Format: date-time */
            created_at: string;
            total_nodes: number;
            workflow_definition: components["schemas"]["WorkflowDefinition"];
        };
        WorkflowVersionItem: {
            version_number: number;
            /** @description What a run of this version names as its `definition_id`. */
            definition_id: number;
            is_current: boolean;
            /** Format: date-time */
            created_at: string;
            total_nodes: number;
        };
        WorkflowWebhookSecret: {
            /** @description As receivers need it to check `webhook-signature` (Standard Webhooks). Null: it was sealed with another SECRET_KEY; rotate it. */
            secret: string | null;
            /** @description Until then messages are signed with the secret before it as well. */
            previous_secret_until: string | null;
        };
    };
    responses: {
        /** @description `unauthorized`: Send a valid API key as X-API-Key or as Authorization: Bearer. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `scope_too_narrow`: This API key does not have the scope for this operation. Use a key with a wider scope. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another. */
        InProgress: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `payload_too_large`: The request body exceeds the size limit of this URL. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unsupported_media_type`: Send the body as application/json. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `too_many_requests`: Your organization has reached its request limit. Wait a moment and try again. */
        TooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `internal_error`: Internal error. The server log has the cause under this request id. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unavailable`: The database is not reachable. Try again in a few seconds. */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is not valid; every fault is named. */
        ValidationFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": [
                 *         {
                 *           "loc": [
                 *             "body",
                 *             "name"
                 *           ],
                 *           "msg": "String should have at least 1 character",
                 *           "type": "string_too_short",
                 *           "input": "",
                 *           "ctx": {
                 *             "min_length": 1
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ValidationError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "api_key": "od_9fQ2c0Z7m4XhYw1bTt8rKpVn3sUaEjLdGiOq6yCxB5A"
                 *     }
                 */
                "application/json": {
                    api_key: string;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "session_id": 3
                     *     }
                     */
                    "application/json": {
                        session_id: number;
                    };
                };
            };
            /** @description `unauthorized`: Send a valid API key as X-API-Key or as Authorization: Bearer. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `cross_site_request`: This request came from a page of another site. Sign in at the console of this server.
             *
             *     `organization_suspended`: Your organization is suspended. Ask the operator of this installation.
             *
             *     `address_not_allowed`: This API key cannot be used from your IP address. Ask an administrator of your organization.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signed_out": true
                     *     }
                     */
                    "application/json": {
                        signed_out: boolean;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessions": [
                     *         {
                     *           "id": 3,
                     *           "user_id": 4,
                     *           "user_name": "Ada Byron",
                     *           "api_key_id": null,
                     *           "api_key_name": null,
                     *           "address": "192.0.2.7",
                     *           "user_agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0",
                     *           "created_at": "2026-11-15T09:30:00.123Z",
                     *           "last_used_at": "2026-11-15T11:02:41.007Z",
                     *           "is_current": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        sessions: components["schemas"]["ConsoleSession"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3
                     *     }
                     */
                    "application/json": {
                        id: number;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `session_not_found`: There is no session with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    welcome: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page that goes to the console, signed in or not. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSignInMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "provider": {
                     *         "name": "Example Login"
                     *       },
                     *       "proxy_user": null
                     *     }
                     */
                    "application/json": {
                        /** @description The identity provider (OpenID Connect), if one is configured. */
                        provider: {
                            name: string;
                        } | null;
                        /** @description Who the trusted proxy says is signed in. */
                        proxy_user: string | null;
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    beginProviderSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description The token of an invitation link: for a person who comes for the first time, or gets another role. */
                    invitation?: string | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://login.example.com/auth?client_id=outdial&response_type=code&…"
                     *     }
                     */
                    "application/json": {
                        url: string;
                    };
                };
            };
            /** @description `sign_in_not_configured`: This way to sign in is not configured. Sign in with an API key. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `cross_site_request`: This request came from a page of another site. Sign in at the console of this server. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** @description `provider_unavailable`: The identity provider does not answer. Try again, or sign in with an API key. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    finishProviderSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page that goes to the console, or says why not. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description `sign_in_failed`: The sign-in could not be confirmed, or took longer than ten minutes. Start again. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_invited`: You have no account here, and none of your groups has a role. Ask an administrator for an invitation link. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** @description `provider_unavailable`: The identity provider does not answer. Try again, or sign in with an API key. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    signInByProxy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description The token of an invitation link: for a person who comes for the first time, or gets another role. */
                    invitation?: string | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "session_id": 3
                     *     }
                     */
                    "application/json": {
                        session_id: number;
                    };
                };
            };
            /**
             * @description `sign_in_not_configured`: This way to sign in is not configured. Sign in with an API key.
             *
             *     `invitation_not_valid`: This invitation is not valid. It expired, was withdrawn, or was already accepted. Ask for a new link.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `sign_in_failed`: The sign-in could not be confirmed, or took longer than ten minutes. Start again. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `cross_site_request`: This request came from a page of another site. Sign in at the console of this server.
             *
             *     `not_invited`: You have no account here, and none of your groups has a role. Ask an administrator for an invitation link.
             *
             *     `invitation_for_another`: This invitation is for another email address. Sign in with that one.
             *
             *     `user_deactivated`: Your account is deactivated. Ask an administrator of your organization.
             *
             *     `organization_suspended`: Your organization is suspended. Ask the operator of this installation.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `user_elsewhere`: You have an account in another organization, and an account belongs to one only.
             *
             *     `last_administrator`: This is the last administrator, and no active key has the scope admin. Give another user the role administrator first.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "invitation": "kT4w…",
                 *       "name": "Ada Byron"
                 *     }
                 */
                "application/json": {
                    invitation: string;
                    name: string;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "session_id": 3,
                     *       "user_id": 4,
                     *       "api_key": "od_9fQ2c0Z7m4XhYw1bTt8rKpVn3sUaEjLdGiOq6yCxB5A"
                     *     }
                     */
                    "application/json": {
                        session_id: number;
                        user_id: number;
                        api_key: string;
                    };
                };
            };
            /** @description `invitation_not_valid`: This invitation is not valid. It expired, was withdrawn, or was already accepted. Ask for a new link. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `cross_site_request`: This request came from a page of another site. Sign in at the console of this server.
             *
             *     `organization_suspended`: Your organization is suspended. Ask the operator of this installation.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `sign_in_elsewhere`: Here people sign in at the identity provider. Accept the invitation by signing in there. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "users": [
                     *         {
                     *           "id": 4,
                     *           "name": "Ada Byron",
                     *           "email": "ada@example.com",
                     *           "role": "operator",
                     *           "role_from": "invitation",
                     *           "is_active": true,
                     *           "created_at": "2026-11-15T09:30:00.123Z",
                     *           "signed_in_at": "2026-11-16T08:01:12.004Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        users: components["schemas"]["User"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 4,
                     *       "name": "Ada Byron",
                     *       "email": "ada@example.com",
                     *       "role": "operator",
                     *       "role_from": "invitation",
                     *       "is_active": true,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "signed_in_at": "2026-11-16T08:01:12.004Z"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `user_not_found`: There is no user with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "viewer"
                 *     }
                 */
                "application/json": {
                    /** @description `viewer` looks at everything; `operator` also runs campaigns and calls; `administrator` also changes keys, people, carriers and other settings. */
                    role?: ("viewer" | "operator" | "administrator") | null;
                    is_active?: boolean | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 4,
                     *       "name": "Ada Byron",
                     *       "email": "ada@example.com",
                     *       "role": "viewer",
                     *       "role_from": "invitation",
                     *       "is_active": true,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "signed_in_at": "2026-11-16T08:01:12.004Z"
                     *     }
                     */
                    "application/json": components["schemas"]["User"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `user_not_found`: There is no user with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `last_administrator`: This is the last administrator, and no active key has the scope admin. Give another user the role administrator first.
             *
             *     `role_from_groups`: The groups of this user at the identity provider set the role. Change the groups there.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "invitations": [
                     *         {
                     *           "id": 2,
                     *           "role": "operator",
                     *           "name": "Ada Byron",
                     *           "email": "ada@example.com",
                     *           "invited_by": "API key 1",
                     *           "created_at": "2026-11-15T09:30:00.123Z",
                     *           "expires_at": "2026-11-22T09:30:00.123Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        invitations: components["schemas"]["Invitation"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "operator",
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description `viewer` looks at everything; `operator` also runs campaigns and calls; `administrator` also changes keys, people, carriers and other settings.
                     * @enum {string}
                     */
                    role: "viewer" | "operator" | "administrator";
                    /** @description Whom it is for, as a note. */
                    name?: string | null;
                    /** @description Where people sign in at an identity provider or by a trusted proxy, only a person with this verified address can accept the invitation. Elsewhere it is a note: the link alone is enough. */
                    email?: string | null;
                    /** @description 7 if left out. */
                    valid_days?: number | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "role": "operator",
                     *       "name": "Ada Byron",
                     *       "email": "ada@example.com",
                     *       "invited_by": "API key 1",
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "expires_at": "2026-11-22T09:30:00.123Z",
                     *       "link": "https://calls.example.com/invitation#kT4wZ0…"
                     *     }
                     */
                    "application/json": components["schemas"]["NewInvitation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                invitation_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2
                     *     }
                     */
                    "application/json": {
                        id: number;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `invitation_not_found`: There is no open invitation with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Default",
                     *       "time_zone": "Europe/Berlin",
                     *       "max_concurrency": 200,
                     *       "live_calls": 12,
                     *       "quotas": {
                     *         "contact_lists": 2000,
                     *         "contact_rows": 20000000,
                     *         "campaigns": 5000,
                     *         "webhooks": 20,
                     *         "credentials": 200,
                     *         "tools": 500,
                     *         "documents": 500,
                     *         "workflow_recordings": 200,
                     *         "contact_bytes": 20000000000,
                     *         "recording_bytes": 1000000000000
                     *       },
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "api_key": {
                     *         "id": 1,
                     *         "name": "first key",
                     *         "key_prefix": "od_Jx3kP",
                     *         "scope": "admin"
                     *       },
                     *       "user": null,
                     *       "scope": "admin",
                     *       "session_id": null,
                     *       "version": "0.1.0"
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "time_zone": "Europe/Berlin"
                 *     }
                 */
                "application/json": {
                    time_zone?: string | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Default",
                     *       "time_zone": "Europe/Berlin",
                     *       "max_concurrency": 200,
                     *       "live_calls": 12,
                     *       "quotas": {
                     *         "contact_lists": 2000,
                     *         "contact_rows": 20000000,
                     *         "campaigns": 5000,
                     *         "webhooks": 20,
                     *         "credentials": 200,
                     *         "tools": 500,
                     *         "documents": 500,
                     *         "workflow_recordings": 200,
                     *         "contact_bytes": 20000000000,
                     *         "recording_bytes": 1000000000000
                     *       },
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "api_key": {
                     *         "id": 1,
                     *         "name": "first key",
                     *         "key_prefix": "od_Jx3kP",
                     *         "scope": "admin"
                     *       },
                     *       "user": null,
                     *       "scope": "admin",
                     *       "session_id": null,
                     *       "version": "0.1.0"
                     *     }
                     */
                    "application/json": components["schemas"]["Organization"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                after?: number;
                /** @description Oldest first if left out. */
                newest_first?: boolean;
                /** @description With `newest_first`: only those before this one. */
                before?: number;
                /** @description 100 if left out. */
                limit?: number;
                /** @description Only this operation. */
                operation?: string;
                /** @description Only this address and those below it. */
                subject?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "audit_events": [
                     *         {
                     *           "id": 41,
                     *           "at": "2026-11-15T09:30:00.123Z",
                     *           "operation": "updateCampaign",
                     *           "subject": "/api/v1/campaign/7",
                     *           "author": "Ada Byron (user 4)",
                     *           "user_id": 4,
                     *           "api_key_id": null,
                     *           "api_key_name": null,
                     *           "session_id": 12,
                     *           "address": "192.0.2.7",
                     *           "before": {
                     *             "name": "November",
                     *             "max_concurrency": 10
                     *           },
                     *           "after": {
                     *             "name": "November",
                     *             "max_concurrency": 20
                     *           },
                     *           "request_id": "6f1c2b0e-5d0d-4e0e-9a8e-2f9c7a1b3d4e",
                     *           "finished": true
                     *         }
                     *       ],
                     *       "next_cursor": 41
                     *     }
                     */
                    "application/json": {
                        audit_events: components["schemas"]["AuditEvent"][];
                        next_cursor: number;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Also the archived ones. */
                include_archived?: boolean;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "name": "first key",
                     *         "key_prefix": "od_Jx3kP",
                     *         "scope": "admin",
                     *         "user_id": null,
                     *         "addresses": null,
                     *         "is_active": true,
                     *         "created_at": "2026-11-15T09:30:00.123Z",
                     *         "expires_at": null,
                     *         "last_used_at": null,
                     *         "archived_at": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "nightly import",
                 *       "scope": "operate",
                 *       "expires_in_days": 365,
                 *       "addresses": [
                 *         "192.0.2.0/24"
                 *       ]
                 *     }
                 */
                "application/json": {
                    name: string;
                    /** @description `admin` if left out. `report` sees figures without people; `read` looks at everything; `operate` also runs campaigns and calls; `admin` also changes keys, carriers, models and other settings. */
                    scope?: ("report" | "read" | "operate" | "admin") | null;
                    /** @description Days until the key opens nothing any more; left out: it does not expire. */
                    expires_in_days?: number | null;
                    /** @description IP addresses and networks that the key may be used from: `192.0.2.7`, `10.1.0.0/16`. */
                    addresses?: string[] | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 2,
                     *       "name": "nightly import",
                     *       "key_prefix": "od_9fQ2c",
                     *       "scope": "operate",
                     *       "addresses": [
                     *         "192.0.2.0/24"
                     *       ],
                     *       "api_key": "od_9fQ2c0Z7m4XhYw1bTt8rKpVn3sUaEjLdGiOq6yCxB5A",
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "expires_at": "2027-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": {
                        id: number;
                        name: string;
                        key_prefix: string;
                        /** @enum {string} */
                        scope: "report" | "read" | "operate" | "admin";
                        addresses: string[] | null;
                        api_key: string;
                        /** Format: date-time */
                        created_at: string;
                        expires_at: string | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    archiveApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                api_key_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "first key",
                     *       "key_prefix": "od_Jx3kP",
                     *       "scope": "admin",
                     *       "user_id": null,
                     *       "addresses": null,
                     *       "is_active": false,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "expires_at": null,
                     *       "last_used_at": null,
                     *       "archived_at": "2026-11-15T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `api_key_not_found`: There is no API key with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `last_admin_key`: This is the last active key with the scope admin, and no user is an administrator. Create another key first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    reactivateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                api_key_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "first key",
                     *       "key_prefix": "od_Jx3kP",
                     *       "scope": "admin",
                     *       "user_id": null,
                     *       "addresses": null,
                     *       "is_active": true,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "expires_at": null,
                     *       "last_used_at": null,
                     *       "archived_at": null
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `api_key_not_found`: There is no API key with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTelephonyProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "providers": [
                     *         {
                     *           "provider": "ari",
                     *           "display_name": "Asterisk (ARI)",
                     *           "fields": [
                     *             {
                     *               "name": "app_password",
                     *               "label": "Password",
                     *               "type": "password",
                     *               "required": true,
                     *               "sensitive": true,
                     *               "description": "The password of the ARI user.",
                     *               "placeholder": ""
                     *             }
                     *           ],
                     *           "docs_url": "https://docs.asterisk.org/"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        providers: {
                            provider: string;
                            display_name: string;
                            fields: {
                                name: string;
                                label: string;
                                type: string;
                                required: boolean;
                                sensitive: boolean;
                                description: string;
                                placeholder: string;
                            }[];
                            docs_url: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTelephonyConfigurations: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "configurations": [
                     *         {
                     *           "id": 1,
                     *           "name": "Office PBX",
                     *           "provider": "ari",
                     *           "is_default_outbound": true,
                     *           "created_at": "2026-11-15T09:30:00.123Z",
                     *           "updated_at": "2026-11-15T09:30:00.123Z",
                     *           "phone_number_count": 2
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        configurations: {
                            id: number;
                            name: string;
                            provider: string;
                            is_default_outbound: boolean;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                            phone_number_count: number;
                        }[];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTelephonyConfiguration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Office PBX",
                 *       "config": {
                 *         "provider": "ari",
                 *         "ari_endpoint": "http://pbx.example.com:8088",
                 *         "app_name": "outdial",
                 *         "app_password": "a long secret"
                 *       },
                 *       "is_default_outbound": true
                 *     }
                 */
                "application/json": {
                    name: string;
                    config: {
                        /** @constant */
                        provider: "ari";
                        /** @description Where the HTTP server of Asterisk listens, with http:// or https://. `/ari` is added by itself. */
                        ari_endpoint: string;
                        /** @description User name in ari.conf, and name of the Stasis application that inbound calls are sent to. */
                        app_name: string;
                        /** @description Password of that user in ari.conf. */
                        app_password: string;
                        /** @description Section of websocket_client.conf by which Asterisk opens the audio at our address. Empty: we open it. */
                        ws_client_name?: string;
                        /** @description Dialplan context that calls are dialled through. Empty: the endpoint template is used. */
                        outbound_context?: string;
                        /** @description What to dial without an outbound context. {number}: the number as it stands; {digits}: without the plus sign. */
                        endpoint_template?: string;
                        /** @description Dialplan context whose extension `s` runs AMD(). Empty: the PBX is not asked about answering machines. */
                        amd_context?: string;
                        /** @description How many calls may be started per second. Configurations of one account together start at most the highest number among them. Asterisk (ARI): 10 unless changed. */
                        calls_per_second?: number;
                        /** @description How long a phone may ring before the call counts as not answered. */
                        ring_timeout_seconds?: number;
                        /** @description A conversation is ended after this time. */
                        max_call_seconds?: number;
                        /** @description Only numbers of these countries are dialed: ISO 3166 codes of two letters, separated by commas. Empty: all. */
                        allowed_countries?: string;
                        /** @description Numbers whose owner earns by being called are dialed only if this is on. */
                        premium_numbers?: boolean;
                    } | {
                        /** @constant */
                        provider: "cloudonix";
                        /** @description An API key of the domain, made in the Cloudonix cockpit under the domain’s API keys. */
                        bearer_token: string;
                        /** @description The name or the number of your Cloudonix domain. */
                        domain_id: string;
                        /** @description The voice application that answers your inbound numbers. It is made if it does not exist, and its address is set to this server. */
                        application_name?: string;
                        /** @description The name of the trunk for outbound calls. Leave empty to let the routing of the domain decide. */
                        trunk?: string;
                        /** @description The key Cloudonix sends along with its own requests (header X-CX-APIKey). If filled in, requests without it are refused. */
                        requests_api_key?: string;
                        /** @description Only for another Cloudonix installation, such as the staging system. */
                        api_base_url?: string;
                        /** @description Lets Cloudonix tell people from machines on every call, in the background while the conversation starts, besides what Outdial hears itself. Cloudonix may bill each detection. */
                        amd_enabled?: boolean;
                        /** @description How many calls may be started per second. Configurations of one account together start at most the highest number among them. Cloudonix: 2 unless changed. */
                        calls_per_second?: number;
                        /** @description How long a phone may ring before the call counts as not answered. */
                        ring_timeout_seconds?: number;
                        /** @description A conversation is ended after this time. */
                        max_call_seconds?: number;
                        /** @description Only numbers of these countries are dialed: ISO 3166 codes of two letters, separated by commas. Empty: all. */
                        allowed_countries?: string;
                        /** @description Numbers whose owner earns by being called are dialed only if this is on. */
                        premium_numbers?: boolean;
                    } | {
                        /** @constant */
                        provider: "plivo";
                        /** @description The Auth ID on the overview page of the Plivo console. Starts with MA, or with SA for a subaccount. */
                        auth_id: string;
                        /** @description The Auth Token beside the Auth ID. It signs in to the API and verifies what Plivo reports. */
                        auth_token: string;
                        /** @description For inbound calls: the voice application whose addresses Outdial may set. Left empty, Outdial makes one of its own when a number is first bound. */
                        application_id?: string;
                        /** @description Where the Plivo API is reached. Change it only if Plivo gave you another host. */
                        api_base_url?: string;
                        /** @description Lets Plivo tell people from machines on every call, in the background while the conversation starts, besides what Outdial hears itself. Plivo may bill each detection. */
                        amd_enabled?: boolean;
                        /** @description How many calls may be started per second. Configurations of one account together start at most the highest number among them. Plivo: 2 unless changed. */
                        calls_per_second?: number;
                        /** @description How long a phone may ring before the call counts as not answered. */
                        ring_timeout_seconds?: number;
                        /** @description A conversation is ended after this time. */
                        max_call_seconds?: number;
                        /** @description Only numbers of these countries are dialed: ISO 3166 codes of two letters, separated by commas. Empty: all. */
                        allowed_countries?: string;
                        /** @description Numbers whose owner earns by being called are dialed only if this is on. */
                        premium_numbers?: boolean;
                    } | {
                        /** @constant */
                        provider: "simulator";
                        /** @description A made-up account name. A number can be set up once per account. */
                        account?: string;
                        /** @description Share of numbers that are busy, from 0 to 1. The last two digits of a number decide first. */
                        busy_rate?: number;
                        /** @description Share of numbers that nobody answers. */
                        no_answer_rate?: number;
                        /** @description Share of numbers that a machine answers. */
                        voicemail_rate?: number;
                        /** @description Share of calls that fail in the network. */
                        failed_rate?: number;
                        /** @description In seconds; a fraction is fine. */
                        shortest_ring_seconds?: number;
                        /** @description In seconds; a fraction is fine. */
                        longest_ring_seconds?: number;
                        /** @description Whoever answers talks with the agent, in real time, until one of the two hangs up. Off: answered calls have no sound and last as long as drawn. */
                        people_speak?: boolean;
                        /** @description The carrier tells a machine from a person. Off: the agent has to find out. When people do not speak, machines are always told. */
                        machine_detection?: boolean;
                        /** @description In seconds; a fraction is fine. Only when people do not speak, and after a transfer. */
                        shortest_talk_seconds?: number;
                        /** @description In seconds; a fraction is fine. Only when people do not speak, and after a transfer. */
                        longest_talk_seconds?: number;
                        /** @description How much faster than real time people ring and, if they do not speak, talk; for demonstrations and load tests. */
                        speed?: number;
                        /** @description Empty, or why: account, account_or_number, caller, network, number, unexplained, unwanted. */
                        turns_away?: string;
                        /** @description The call is accepted and ends with the refusal. Off: the dial itself is refused. */
                        turns_away_late?: boolean;
                        /** @description Share of dials answered with "service unavailable". */
                        fault_refused?: number;
                        /** @description Share of dials that are carried out though the answer never arrives. */
                        fault_timeout?: number;
                        /** @description Share of calls that report nothing. */
                        fault_lost_events?: number;
                        /** @description Share of calls that report everything twice. */
                        fault_doubled_events?: number;
                        /** @description Share of calls that report late. */
                        fault_late_events?: number;
                        /** @description Share of calls that report in reverse. */
                        fault_reordered_events?: number;
                        /** @description In seconds; a fraction is fine. */
                        fault_late_seconds?: number;
                        /** @description Signs what that carrier reports. */
                        carrier_secret?: string;
                        /** @description How many calls may be started per second. Configurations of one account together start at most the highest number among them. Simulated carrier: 50 unless changed. */
                        calls_per_second?: number;
                        /** @description How long a phone may ring before the call counts as not answered. */
                        ring_timeout_seconds?: number;
                        /** @description A conversation is ended after this time. */
                        max_call_seconds?: number;
                        /** @description Only numbers of these countries are dialed: ISO 3166 codes of two letters, separated by commas. Empty: all. */
                        allowed_countries?: string;
                        /** @description Numbers whose owner earns by being called are dialed only if this is on. */
                        premium_numbers?: boolean;
                    } | {
                        /** @constant */
                        provider: "telnyx";
                        /** @description A v2 API key, from Account, Keys & Credentials in the Mission Control Portal. */
                        api_key: string;
                        /** @description The id of the Voice API (Call Control) application that places the calls. It needs a webhook URL and an outbound voice profile. */
                        connection_id: string;
                        /** @description From Account, Keys & Credentials, Public Key. Events that were not signed by Telnyx are refused. */
                        public_key: string;
                        /** @description Which detection is asked for when answering machines shall be detected: detect, premium, detect_beep, detect_words or greeting_end. Each has its price. */
                        amd_mode?: string;
                        /** @description Leave as it is, unless Telnyx gave you another address. */
                        api_base_url?: string;
                        /** @description Lets Telnyx tell people from machines on every call, in the background while the conversation starts, besides what Outdial hears itself. Telnyx may bill each detection. */
                        amd_enabled?: boolean;
                        /** @description How many calls may be started per second. Configurations of one account together start at most the highest number among them. Telnyx: 1 unless changed. */
                        calls_per_second?: number;
                        /** @description How long a phone may ring before the call counts as not answered. */
                        ring_timeout_seconds?: number;
                        /** @description A conversation is ended after this time. */
                        max_call_seconds?: number;
                        /** @description Only numbers of these countries are dialed: ISO 3166 codes of two letters, separated by commas. Empty: all. */
                        allowed_countries?: string;
                        /** @description Numbers whose owner earns by being called are dialed only if this is on. */
                        premium_numbers?: boolean;
                    } | {
                        /** @constant */
                        provider: "twilio";
                        /** @description Identifies your Twilio account or subaccount. It stands on the start page of the Twilio Console. */
                        account_sid: string;
                        /** @description The primary auth token of the same account, next to the Account SID. Twilio signs its messages with it, so an API key will not do. */
                        auth_token: string;
                        /** @description Twilio gets its instructions (TwiML) together with the dial, so that the first word is not delayed by another request. Turn it off if your account refuses the parameter Twiml. */
                        inline_twiml?: boolean;
                        /** @description Only for accounts in another Twilio region, such as https://api.dublin.ie1.twilio.com. */
                        api_base_url?: string;
                        /** @description Lets Twilio tell people from machines on every call, in the background while the conversation starts, besides what Outdial hears itself. Twilio may bill each detection. */
                        amd_enabled?: boolean;
                        /** @description How many calls may be started per second. Configurations of one account together start at most the highest number among them. Twilio: 1 unless changed. */
                        calls_per_second?: number;
                        /** @description How long a phone may ring before the call counts as not answered. */
                        ring_timeout_seconds?: number;
                        /** @description A conversation is ended after this time. */
                        max_call_seconds?: number;
                        /** @description Only numbers of these countries are dialed: ISO 3166 codes of two letters, separated by commas. Empty: all. */
                        allowed_countries?: string;
                        /** @description Numbers whose owner earns by being called are dialed only if this is on. */
                        premium_numbers?: boolean;
                    } | {
                        /** @constant */
                        provider: "vobiz";
                        /** @description The Auth ID of the account in the Vobiz console. Starts with MA_, or with SA_ for a sub-account. */
                        auth_id: string;
                        /** @description The Auth Token beside the Auth ID. It signs in to the API and verifies what Vobiz reports. */
                        auth_token: string;
                        /** @description For inbound calls: the voice application whose addresses Outdial may set. Left empty, Outdial makes one of its own when a number is first bound. */
                        application_id?: string;
                        /** @description Where the Vobiz API is reached. Change it only if Vobiz gave you another host. */
                        api_base_url?: string;
                        /** @description Lets Vobiz tell people from machines on every call, in the background while the conversation starts, besides what Outdial hears itself. Vobiz may bill each detection. */
                        amd_enabled?: boolean;
                        /** @description How many calls may be started per second. Configurations of one account together start at most the highest number among them. Vobiz: 1 unless changed. */
                        calls_per_second?: number;
                        /** @description How long a phone may ring before the call counts as not answered. */
                        ring_timeout_seconds?: number;
                        /** @description A conversation is ended after this time. */
                        max_call_seconds?: number;
                        /** @description Only numbers of these countries are dialed: ISO 3166 codes of two letters, separated by commas. Empty: all. */
                        allowed_countries?: string;
                        /** @description Numbers whose owner earns by being called are dialed only if this is on. */
                        premium_numbers?: boolean;
                    } | {
                        /** @constant */
                        provider: "vonage";
                        /** @description The id of an application with the voice capability, from Applications in the Vonage dashboard. */
                        application_id: string;
                        /** @description The whole private.key file that the dashboard made with the application, with its first and last line. */
                        private_key: string;
                        /** @description Shown at the top of the Vonage dashboard: the short one. */
                        api_key: string;
                        /** @description From API Settings in the dashboard. Needed to point the application and its numbers here. */
                        api_secret: string;
                        /** @description From API Settings in the dashboard. Webhooks that were not signed with it are refused. */
                        signature_secret: string;
                        /** @description A regional address such as https://api-eu.vonage.com if your calls must stay in a region. */
                        api_base_url?: string;
                        /** @description Leave as it is, unless Vonage gave you another address. */
                        rest_base_url?: string;
                        /** @description Lets Vonage tell people from machines on every call, in the background while the conversation starts, besides what Outdial hears itself. Vonage may bill each detection. */
                        amd_enabled?: boolean;
                        /** @description How many calls may be started per second. Configurations of one account together start at most the highest number among them. Vonage: 3 unless changed. */
                        calls_per_second?: number;
                        /** @description How long a phone may ring before the call counts as not answered. */
                        ring_timeout_seconds?: number;
                        /** @description A conversation is ended after this time. */
                        max_call_seconds?: number;
                        /** @description Only numbers of these countries are dialed: ISO 3166 codes of two letters, separated by commas. Empty: all. */
                        allowed_countries?: string;
                        /** @description Numbers whose owner earns by being called are dialed only if this is on. */
                        premium_numbers?: boolean;
                    };
                    is_default_outbound?: boolean | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Office PBX",
                     *       "provider": "ari",
                     *       "is_default_outbound": true,
                     *       "credentials": {
                     *         "ari_endpoint": "http://pbx.example.com:8088",
                     *         "app_name": "outdial",
                     *         "app_password": "********cret",
                     *         "ws_client_name": "",
                     *         "outbound_context": "",
                     *         "calls_per_second": 10,
                     *         "ring_timeout_seconds": 30,
                     *         "max_call_seconds": 1800
                     *       },
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TelephonyConfiguration"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `telephony_configuration_name_taken`: Another telephony configuration already has this name.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTelephonyConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                config_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Office PBX",
                     *       "provider": "ari",
                     *       "is_default_outbound": true,
                     *       "credentials": {
                     *         "ari_endpoint": "http://pbx.example.com:8088",
                     *         "app_name": "outdial",
                     *         "app_password": "********cret",
                     *         "ws_client_name": "",
                     *         "outbound_context": "",
                     *         "calls_per_second": 10,
                     *         "ring_timeout_seconds": 30,
                     *         "max_call_seconds": 1800
                     *       },
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TelephonyConfiguration"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateTelephonyConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                config_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Office PBX",
                 *       "config": {
                 *         "provider": "ari",
                 *         "app_password": "another long secret"
                 *       }
                 *     }
                 */
                "application/json": {
                    name?: string | null;
                    /** @description May be sent back; it cannot be changed. */
                    provider?: string | null;
                    config?: ({
                        [key: string]: unknown;
                    } | {
                        provider?: "ari" | null;
                        ari_endpoint?: string | null;
                        app_name?: string | null;
                        app_password?: string | null;
                        ws_client_name?: string | null;
                        outbound_context?: string | null;
                        endpoint_template?: string | null;
                        amd_context?: string | null;
                        calls_per_second?: number | null;
                        ring_timeout_seconds?: number | null;
                        max_call_seconds?: number | null;
                        allowed_countries?: string | null;
                        premium_numbers?: boolean | null;
                    } | {
                        provider?: "cloudonix" | null;
                        bearer_token?: string | null;
                        domain_id?: string | null;
                        application_name?: string | null;
                        trunk?: string | null;
                        requests_api_key?: string | null;
                        api_base_url?: string | null;
                        amd_enabled?: boolean | null;
                        calls_per_second?: number | null;
                        ring_timeout_seconds?: number | null;
                        max_call_seconds?: number | null;
                        allowed_countries?: string | null;
                        premium_numbers?: boolean | null;
                    } | {
                        provider?: "plivo" | null;
                        auth_id?: string | null;
                        auth_token?: string | null;
                        application_id?: string | null;
                        api_base_url?: string | null;
                        amd_enabled?: boolean | null;
                        calls_per_second?: number | null;
                        ring_timeout_seconds?: number | null;
                        max_call_seconds?: number | null;
                        allowed_countries?: string | null;
                        premium_numbers?: boolean | null;
                    } | {
                        provider?: "simulator" | null;
                        account?: string | null;
                        busy_rate?: number | null;
                        no_answer_rate?: number | null;
                        voicemail_rate?: number | null;
                        failed_rate?: number | null;
                        shortest_ring_seconds?: number | null;
                        longest_ring_seconds?: number | null;
                        people_speak?: boolean | null;
                        machine_detection?: boolean | null;
                        shortest_talk_seconds?: number | null;
                        longest_talk_seconds?: number | null;
                        speed?: number | null;
                        turns_away?: string | null;
                        turns_away_late?: boolean | null;
                        fault_refused?: number | null;
                        fault_timeout?: number | null;
                        fault_lost_events?: number | null;
                        fault_doubled_events?: number | null;
                        fault_late_events?: number | null;
                        fault_reordered_events?: number | null;
                        fault_late_seconds?: number | null;
                        carrier_secret?: string | null;
                        calls_per_second?: number | null;
                        ring_timeout_seconds?: number | null;
                        max_call_seconds?: number | null;
                        allowed_countries?: string | null;
                        premium_numbers?: boolean | null;
                    } | {
                        provider?: "telnyx" | null;
                        api_key?: string | null;
                        connection_id?: string | null;
                        public_key?: string | null;
                        amd_mode?: string | null;
                        api_base_url?: string | null;
                        amd_enabled?: boolean | null;
                        calls_per_second?: number | null;
                        ring_timeout_seconds?: number | null;
                        max_call_seconds?: number | null;
                        allowed_countries?: string | null;
                        premium_numbers?: boolean | null;
                    } | {
                        provider?: "twilio" | null;
                        account_sid?: string | null;
                        auth_token?: string | null;
                        inline_twiml?: boolean | null;
                        api_base_url?: string | null;
                        amd_enabled?: boolean | null;
                        calls_per_second?: number | null;
                        ring_timeout_seconds?: number | null;
                        max_call_seconds?: number | null;
                        allowed_countries?: string | null;
                        premium_numbers?: boolean | null;
                    } | {
                        provider?: "vobiz" | null;
                        auth_id?: string | null;
                        auth_token?: string | null;
                        application_id?: string | null;
                        api_base_url?: string | null;
                        amd_enabled?: boolean | null;
                        calls_per_second?: number | null;
                        ring_timeout_seconds?: number | null;
                        max_call_seconds?: number | null;
                        allowed_countries?: string | null;
                        premium_numbers?: boolean | null;
                    } | {
                        provider?: "vonage" | null;
                        application_id?: string | null;
                        private_key?: string | null;
                        api_key?: string | null;
                        api_secret?: string | null;
                        signature_secret?: string | null;
                        api_base_url?: string | null;
                        rest_base_url?: string | null;
                        amd_enabled?: boolean | null;
                        calls_per_second?: number | null;
                        ring_timeout_seconds?: number | null;
                        max_call_seconds?: number | null;
                        allowed_countries?: string | null;
                        premium_numbers?: boolean | null;
                    }) | null;
                    credentials?: ({
                        [key: string]: unknown;
                    } | {
                        provider?: "ari" | null;
                        ari_endpoint?: string | null;
                        app_name?: string | null;
                        app_password?: string | null;
                        ws_client_name?: string | null;
                        outbound_context?: string | null;
                        endpoint_template?: string | null;
                        amd_context?: string | null;
                        calls_per_second?: number | null;
                        ring_timeout_seconds?: number | null;
                        max_call_seconds?: number | null;
                        allowed_countries?: string | null;
                        premium_numbers?: boolean | null;
                    } | {
                        provider?: "cloudonix" | null;
                        bearer_token?: string | null;
                        domain_id?: string | null;
                        application_name?: string | null;
                        trunk?: string | null;
                        requests_api_key?: string | null;
                        api_base_url?: string | null;
                        amd_enabled?: boolean | null;
                        calls_per_second?: number | null;
                        ring_timeout_seconds?: number | null;
                        max_call_seconds?: number | null;
                        allowed_countries?: string | null;
                        premium_numbers?: boolean | null;
                    } | {
                        provider?: "plivo" | null;
                        auth_id?: string | null;
                        auth_token?: string | null;
                        application_id?: string | null;
                        api_base_url?: string | null;
                        amd_enabled?: boolean | null;
                        calls_per_second?: number | null;
                        ring_timeout_seconds?: number | null;
                        max_call_seconds?: number | null;
                        allowed_countries?: string | null;
                        premium_numbers?: boolean | null;
                    } | {
                        provider?: "simulator" | null;
                        account?: string | null;
                        busy_rate?: number | null;
                        no_answer_rate?: number | null;
                        voicemail_rate?: number | null;
                        failed_rate?: number | null;
                        shortest_ring_seconds?: number | null;
                        longest_ring_seconds?: number | null;
                        people_speak?: boolean | null;
                        machine_detection?: boolean | null;
                        shortest_talk_seconds?: number | null;
                        longest_talk_seconds?: number | null;
                        speed?: number | null;
                        turns_away?: string | null;
                        turns_away_late?: boolean | null;
                        fault_refused?: number | null;
                        fault_timeout?: number | null;
                        fault_lost_events?: number | null;
                        fault_doubled_events?: number | null;
                        fault_late_events?: number | null;
                        fault_reordered_events?: number | null;
                        fault_late_seconds?: number | null;
                        carrier_secret?: string | null;
                        calls_per_second?: number | null;
                        ring_timeout_seconds?: number | null;
                        max_call_seconds?: number | null;
                        allowed_countries?: string | null;
                        premium_numbers?: boolean | null;
                    } | {
                        provider?: "telnyx" | null;
                        api_key?: string | null;
                        connection_id?: string | null;
                        public_key?: string | null;
                        amd_mode?: string | null;
                        api_base_url?: string | null;
                        amd_enabled?: boolean | null;
                        calls_per_second?: number | null;
                        ring_timeout_seconds?: number | null;
                        max_call_seconds?: number | null;
                        allowed_countries?: string | null;
                        premium_numbers?: boolean | null;
                    } | {
                        provider?: "twilio" | null;
                        account_sid?: string | null;
                        auth_token?: string | null;
                        inline_twiml?: boolean | null;
                        api_base_url?: string | null;
                        amd_enabled?: boolean | null;
                        calls_per_second?: number | null;
                        ring_timeout_seconds?: number | null;
                        max_call_seconds?: number | null;
                        allowed_countries?: string | null;
                        premium_numbers?: boolean | null;
                    } | {
                        provider?: "vobiz" | null;
                        auth_id?: string | null;
                        auth_token?: string | null;
                        application_id?: string | null;
                        api_base_url?: string | null;
                        amd_enabled?: boolean | null;
                        calls_per_second?: number | null;
                        ring_timeout_seconds?: number | null;
                        max_call_seconds?: number | null;
                        allowed_countries?: string | null;
                        premium_numbers?: boolean | null;
                    } | {
                        provider?: "vonage" | null;
                        application_id?: string | null;
                        private_key?: string | null;
                        api_key?: string | null;
                        api_secret?: string | null;
                        signature_secret?: string | null;
                        api_base_url?: string | null;
                        rest_base_url?: string | null;
                        amd_enabled?: boolean | null;
                        calls_per_second?: number | null;
                        ring_timeout_seconds?: number | null;
                        max_call_seconds?: number | null;
                        allowed_countries?: string | null;
                        premium_numbers?: boolean | null;
                    }) | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Office PBX",
                     *       "provider": "ari",
                     *       "is_default_outbound": true,
                     *       "credentials": {
                     *         "ari_endpoint": "http://pbx.example.com:8088",
                     *         "app_name": "outdial",
                     *         "app_password": "********cret",
                     *         "ws_client_name": "",
                     *         "outbound_context": "",
                     *         "calls_per_second": 10,
                     *         "ring_timeout_seconds": 30,
                     *         "max_call_seconds": 1800
                     *       },
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TelephonyConfiguration"];
                };
            };
            /** @description `provider_immutable`: The provider of a configuration cannot be changed. Create a new configuration. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `telephony_configuration_name_taken`: Another telephony configuration already has this name.
             *
             *     `phone_number_taken`: This number is already registered for this provider account.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTelephonyConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                config_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Office PBX",
                     *       "provider": "ari",
                     *       "is_default_outbound": true,
                     *       "credentials": {
                     *         "ari_endpoint": "http://pbx.example.com:8088",
                     *         "app_name": "outdial",
                     *         "app_password": "********cret",
                     *         "ws_client_name": "",
                     *         "outbound_context": "",
                     *         "calls_per_second": 10,
                     *         "ring_timeout_seconds": 30,
                     *         "max_call_seconds": 1800
                     *       },
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z",
                     *       "provider_sync": null,
                     *       "still_bound": []
                     *     }
                     */
                    "application/json": {
                        id: number;
                        name: string;
                        provider: string;
                        is_default_outbound: boolean;
                        /** @description Sensitive values are masked; null where one cannot be read (another SECRET_KEY) and must be sent again. */
                        credentials: {
                            [key: string]: unknown;
                        };
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                        /** @description How releasing the numbers went at the carrier; null if none answered inbound calls. */
                        provider_sync: {
                            ok: boolean;
                            message: string;
                        } | null;
                        still_bound: string[];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `telephony_configuration_in_use`: An unfinished campaign uses this telephony configuration. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setDefaultOutbound: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                config_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Office PBX",
                     *       "provider": "ari",
                     *       "is_default_outbound": true,
                     *       "credentials": {
                     *         "ari_endpoint": "http://pbx.example.com:8088",
                     *         "app_name": "outdial",
                     *         "app_password": "********cret",
                     *         "ws_client_name": "",
                     *         "outbound_context": "",
                     *         "calls_per_second": 10,
                     *         "ring_timeout_seconds": 30,
                     *         "max_call_seconds": 1800
                     *       },
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TelephonyConfiguration"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["InProgress"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testTelephonyConfiguration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                config_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "message": "Connected to Asterisk 22.10.1.",
                     *       "details": {
                     *         "version": "22.10.1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        ok: boolean;
                        message: string;
                        details: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["InProgress"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPhoneNumbers: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                config_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "phone_numbers": [
                     *         {
                     *           "id": 3,
                     *           "telephony_configuration_id": 1,
                     *           "address": "020 7946 0018",
                     *           "address_normalized": "+442079460018",
                     *           "address_type": "pstn",
                     *           "is_active": true,
                     *           "is_default_caller_id": false,
                     *           "extra_metadata": {},
                     *           "created_at": "2026-11-15T09:30:00.123Z",
                     *           "updated_at": "2026-11-15T09:30:00.123Z",
                     *           "country_code": "GB",
                     *           "label": "Front desk",
                     *           "inbound_workflow_id": 7,
                     *           "inbound_workflow_name": "Appointment reminder",
                     *           "inbound_stale": false,
                     *           "max_calls_at_once": null,
                     *           "max_calls_per_day": 500,
                     *           "resting_since": null,
                     *           "resting_reason": null,
                     *           "answer_rate": {
                     *             "placed": 240,
                     *             "answered": 84,
                     *             "rate": 0.35
                     *           },
                     *           "provider_sync": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        phone_numbers: components["schemas"]["PhoneNumber"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPhoneNumber: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                config_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "020 7946 0018",
                 *       "country_code": "GB",
                 *       "label": "Front desk",
                 *       "inbound_workflow_id": 7
                 *     }
                 */
                "application/json": {
                    address: string;
                    country_code?: string | null;
                    label?: string | null;
                    inbound_workflow_id?: number | null;
                    is_active?: boolean | null;
                    is_default_caller_id?: boolean | null;
                    extra_metadata?: {
                        [key: string]: unknown;
                    } | null;
                    max_calls_at_once?: number | null;
                    max_calls_per_day?: number | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "telephony_configuration_id": 1,
                     *       "address": "020 7946 0018",
                     *       "address_normalized": "+442079460018",
                     *       "address_type": "pstn",
                     *       "is_active": true,
                     *       "is_default_caller_id": false,
                     *       "extra_metadata": {},
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z",
                     *       "country_code": "GB",
                     *       "label": "Front desk",
                     *       "inbound_workflow_id": 7,
                     *       "inbound_workflow_name": "Appointment reminder",
                     *       "inbound_stale": false,
                     *       "max_calls_at_once": null,
                     *       "max_calls_per_day": 500,
                     *       "resting_since": null,
                     *       "resting_reason": null,
                     *       "answer_rate": {
                     *         "placed": 240,
                     *         "answered": 84,
                     *         "rate": 0.35
                     *       },
                     *       "provider_sync": {
                     *         "ok": true,
                     *         "message": "Twilio sends the calls of this number here."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PhoneNumber"];
                };
            };
            /** @description `workflow_not_found`: There is no workflow with this id in your organization. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `phone_number_taken`: This number is already registered for this provider account.
             *
             *     `phone_number_inactive`: This number is not active.
             *
             *     `caller_id_not_owned`: This number does not belong to the carrier account, so the carrier would refuse it as caller ID. GET …/account-numbers lists the numbers of the account.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAccountNumbers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                config_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "message": null,
                     *       "more": false,
                     *       "numbers": [
                     *         {
                     *           "address": "+14155550100",
                     *           "label": "Front desk",
                     *           "is_added": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        ok: boolean;
                        message: string | null;
                        more: boolean;
                        numbers: {
                            address: string;
                            label: string | null;
                            is_added: boolean;
                        }[];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPhoneNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                config_id: number;
                phone_number_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "telephony_configuration_id": 1,
                     *       "address": "020 7946 0018",
                     *       "address_normalized": "+442079460018",
                     *       "address_type": "pstn",
                     *       "is_active": true,
                     *       "is_default_caller_id": false,
                     *       "extra_metadata": {},
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z",
                     *       "country_code": "GB",
                     *       "label": "Front desk",
                     *       "inbound_workflow_id": 7,
                     *       "inbound_workflow_name": "Appointment reminder",
                     *       "inbound_stale": false,
                     *       "max_calls_at_once": null,
                     *       "max_calls_per_day": 500,
                     *       "resting_since": null,
                     *       "resting_reason": null,
                     *       "answer_rate": {
                     *         "placed": 240,
                     *         "answered": 84,
                     *         "rate": 0.35
                     *       },
                     *       "provider_sync": null
                     *     }
                     */
                    "application/json": components["schemas"]["PhoneNumber"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization.
             *
             *     `phone_number_not_found`: There is no phone number with this id in this configuration.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updatePhoneNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                config_id: number;
                phone_number_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "label": "Front desk",
                 *       "inbound_workflow_id": 7
                 *     }
                 */
                "application/json": {
                    /** @description Cannot be changed; the stored value may be sent back. */
                    address?: string | null;
                    label?: string | null;
                    inbound_workflow_id?: number | null;
                    /** @description `true` takes the binding away, whatever `inbound_workflow_id` says: it may be sent back as GET shows it. */
                    clear_inbound_workflow?: boolean | null;
                    is_active?: boolean | null;
                    country_code?: string | null;
                    extra_metadata?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description 0 takes the limit away. */
                    max_calls_at_once?: number | null;
                    /** @description 0 takes the limit away. */
                    max_calls_per_day?: number | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "telephony_configuration_id": 1,
                     *       "address": "020 7946 0018",
                     *       "address_normalized": "+442079460018",
                     *       "address_type": "pstn",
                     *       "is_active": true,
                     *       "is_default_caller_id": false,
                     *       "extra_metadata": {},
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z",
                     *       "country_code": "GB",
                     *       "label": "Front desk",
                     *       "inbound_workflow_id": 7,
                     *       "inbound_workflow_name": "Appointment reminder",
                     *       "inbound_stale": false,
                     *       "max_calls_at_once": null,
                     *       "max_calls_per_day": 500,
                     *       "resting_since": null,
                     *       "resting_reason": null,
                     *       "answer_rate": {
                     *         "placed": 240,
                     *         "answered": 84,
                     *         "rate": 0.35
                     *       },
                     *       "provider_sync": {
                     *         "ok": true,
                     *         "message": "Twilio sends the calls of this number here."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PhoneNumber"];
                };
            };
            /**
             * @description `workflow_not_found`: There is no workflow with this id in your organization.
             *
             *     `address_immutable`: The address of a number cannot be changed. Delete the number and create a new one.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization.
             *
             *     `phone_number_not_found`: There is no phone number with this id in this configuration.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `phone_number_taken`: This number is already registered for this provider account. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePhoneNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                config_id: number;
                phone_number_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "telephony_configuration_id": 1,
                     *       "address": "020 7946 0018",
                     *       "address_normalized": "+442079460018",
                     *       "address_type": "pstn",
                     *       "is_active": true,
                     *       "is_default_caller_id": false,
                     *       "extra_metadata": {},
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z",
                     *       "country_code": "GB",
                     *       "label": "Front desk",
                     *       "inbound_workflow_id": 7,
                     *       "inbound_workflow_name": "Appointment reminder",
                     *       "inbound_stale": false,
                     *       "max_calls_at_once": null,
                     *       "max_calls_per_day": 500,
                     *       "resting_since": null,
                     *       "resting_reason": null,
                     *       "answer_rate": {
                     *         "placed": 240,
                     *         "answered": 84,
                     *         "rate": 0.35
                     *       },
                     *       "provider_sync": {
                     *         "ok": true,
                     *         "message": "Twilio no longer sends the calls of this number here."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PhoneNumber"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization.
             *
             *     `phone_number_not_found`: There is no phone number with this id in this configuration.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    syncPhoneNumber: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                config_id: number;
                phone_number_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "telephony_configuration_id": 1,
                     *       "address": "020 7946 0018",
                     *       "address_normalized": "+442079460018",
                     *       "address_type": "pstn",
                     *       "is_active": true,
                     *       "is_default_caller_id": false,
                     *       "extra_metadata": {},
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z",
                     *       "country_code": "GB",
                     *       "label": "Front desk",
                     *       "inbound_workflow_id": 7,
                     *       "inbound_workflow_name": "Appointment reminder",
                     *       "inbound_stale": false,
                     *       "max_calls_at_once": null,
                     *       "max_calls_per_day": 500,
                     *       "resting_since": null,
                     *       "resting_reason": null,
                     *       "answer_rate": {
                     *         "placed": 240,
                     *         "answered": 84,
                     *         "rate": 0.35
                     *       },
                     *       "provider_sync": {
                     *         "ok": true,
                     *         "message": "Twilio sends the calls of this number here."
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PhoneNumber"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization.
             *
             *     `phone_number_not_found`: There is no phone number with this id in this configuration.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["InProgress"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    wakePhoneNumber: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                config_id: number;
                phone_number_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "telephony_configuration_id": 1,
                     *       "address": "020 7946 0018",
                     *       "address_normalized": "+442079460018",
                     *       "address_type": "pstn",
                     *       "is_active": true,
                     *       "is_default_caller_id": false,
                     *       "extra_metadata": {},
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z",
                     *       "country_code": "GB",
                     *       "label": "Front desk",
                     *       "inbound_workflow_id": 7,
                     *       "inbound_workflow_name": "Appointment reminder",
                     *       "inbound_stale": false,
                     *       "max_calls_at_once": null,
                     *       "max_calls_per_day": 500,
                     *       "resting_since": null,
                     *       "resting_reason": null,
                     *       "answer_rate": {
                     *         "placed": 240,
                     *         "answered": 84,
                     *         "rate": 0.35
                     *       },
                     *       "provider_sync": null
                     *     }
                     */
                    "application/json": components["schemas"]["PhoneNumber"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization.
             *
             *     `phone_number_not_found`: There is no phone number with this id in this configuration.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["InProgress"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setDefaultCaller: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                config_id: number;
                phone_number_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "telephony_configuration_id": 1,
                     *       "address": "020 7946 0018",
                     *       "address_normalized": "+442079460018",
                     *       "address_type": "pstn",
                     *       "is_active": true,
                     *       "is_default_caller_id": true,
                     *       "extra_metadata": {},
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z",
                     *       "country_code": "GB",
                     *       "label": "Front desk",
                     *       "inbound_workflow_id": 7,
                     *       "inbound_workflow_name": "Appointment reminder",
                     *       "inbound_stale": false,
                     *       "max_calls_at_once": null,
                     *       "max_calls_per_day": 500,
                     *       "resting_since": null,
                     *       "resting_reason": null,
                     *       "answer_rate": {
                     *         "placed": 240,
                     *         "answered": 84,
                     *         "rate": 0.35
                     *       },
                     *       "provider_sync": null
                     *     }
                     */
                    "application/json": components["schemas"]["PhoneNumber"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization.
             *
             *     `phone_number_not_found`: There is no phone number with this id in this configuration.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `phone_number_inactive`: This number is not active.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPrices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                config_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "telephony_configuration_id": 1,
                     *       "currency": "USD",
                     *       "per_minute": "0.014",
                     *       "per_call": "0.00",
                     *       "first_seconds": 60,
                     *       "step_seconds": 60,
                     *       "inbound_per_minute": "0.00",
                     *       "prefixes": [
                     *         {
                     *           "prefix": "+44",
                     *           "per_minute": "0.0158",
                     *           "per_call": "0.00"
                     *         },
                     *         {
                     *           "prefix": "+447",
                     *           "per_minute": "0.0426",
                     *           "per_call": "0.00"
                     *         }
                     *       ],
                     *       "asks_carrier": true,
                     *       "updated_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Prices"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization.
             *
             *     `prices_not_found`: This telephony configuration has no prices.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setPrices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                config_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currency": "USD",
                 *       "per_minute": "0.0140",
                 *       "first_seconds": 60,
                 *       "step_seconds": 60,
                 *       "prefixes": [
                 *         {
                 *           "prefix": "+44",
                 *           "per_minute": "0.0158"
                 *         },
                 *         {
                 *           "prefix": "+447",
                 *           "per_minute": "0.0426"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Three letters: `EUR`. */
                    currency: string;
                    /** @description Of every number that no prefix below names. */
                    per_minute: string;
                    /** @description For each answered call, beside its minutes. 0 if left out. */
                    per_call?: string | null;
                    /** @description An answered call is billed for so many seconds at least. 60 if left out. */
                    first_seconds?: number | null;
                    /** @description Then in steps of so many seconds. 60 if left out. */
                    step_seconds?: number | null;
                    /** @description Of calls that come in. 0 if left out. */
                    inbound_per_minute?: string | null;
                    prefixes?: {
                        /** @description First digits of the number, with the country code: `+4917`. The longest one counts. */
                        prefix: string;
                        /** @description Decimal text: `0.0085`. */
                        per_minute: string;
                        per_call?: string | null;
                    }[] | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "telephony_configuration_id": 1,
                     *       "currency": "USD",
                     *       "per_minute": "0.014",
                     *       "per_call": "0.00",
                     *       "first_seconds": 60,
                     *       "step_seconds": 60,
                     *       "inbound_per_minute": "0.00",
                     *       "prefixes": [
                     *         {
                     *           "prefix": "+44",
                     *           "per_minute": "0.0158",
                     *           "per_call": "0.00"
                     *         },
                     *         {
                     *           "prefix": "+447",
                     *           "per_minute": "0.0426",
                     *           "per_call": "0.00"
                     *         }
                     *       ],
                     *       "asks_carrier": true,
                     *       "updated_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Prices"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description `currency_differs`: Your organization counts in another currency. Send prices and limits in that currency, or change it with PUT /api/v1/organizations/spending. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePrices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                config_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "telephony_configuration_id": 1,
                     *       "currency": "USD",
                     *       "per_minute": "0.014",
                     *       "per_call": "0.00",
                     *       "first_seconds": 60,
                     *       "step_seconds": 60,
                     *       "inbound_per_minute": "0.00",
                     *       "prefixes": [
                     *         {
                     *           "prefix": "+44",
                     *           "per_minute": "0.0158",
                     *           "per_call": "0.00"
                     *         },
                     *         {
                     *           "prefix": "+447",
                     *           "per_minute": "0.0426",
                     *           "per_call": "0.00"
                     *         }
                     *       ],
                     *       "asks_carrier": true,
                     *       "updated_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Prices"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization.
             *
             *     `prices_not_found`: This telephony configuration has no prices.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSpending: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "currency": "USD",
                     *       "max_spend_per_day": "50.00",
                     *       "day": "2026-11-16",
                     *       "spent_today": "12.4175",
                     *       "calls_today": 431,
                     *       "unpriced_configurations": []
                     *     }
                     */
                    "application/json": components["schemas"]["Spending"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setSpending: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currency": "USD",
                 *       "max_spend_per_day": "50.00"
                 *     }
                 */
                "application/json": {
                    /** @description Three letters: `EUR`. */
                    currency: string;
                    /** @description Decimal text above 0: `50.00`. Null removes the limit. */
                    max_spend_per_day: string | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "currency": "USD",
                     *       "max_spend_per_day": "50.00",
                     *       "day": "2026-11-16",
                     *       "spent_today": "12.4175",
                     *       "calls_today": 431,
                     *       "unpriced_configurations": []
                     *     }
                     */
                    "application/json": components["schemas"]["Spending"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `currency_in_use`: Price tables or spend limits use the present currency. Remove them, then change the currency. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSpending: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                campaign_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-11-16",
                     *       "to": "2026-11-16",
                     *       "totals": [
                     *         {
                     *           "currency": "USD",
                     *           "amount": "12.4175",
                     *           "calls": 431,
                     *           "confirmed_calls": 380,
                     *           "other_currency_calls": 0
                     *         }
                     *       ],
                     *       "days": [
                     *         {
                     *           "day": "2026-11-16",
                     *           "campaign_id": 7,
                     *           "currency": "USD",
                     *           "amount": "12.4175",
                     *           "calls": 431,
                     *           "confirmed_calls": 380,
                     *           "other_currency_calls": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SpendingByDay"];
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listContactLists: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "contact_lists": [
                     *         {
                     *           "source_id": "8c1f6f0e-7d53-4f0a-9a54-2c0c7b7c3f0e",
                     *           "filename": "november.csv",
                     *           "columns": [
                     *             "phone_number",
                     *             "first_name",
                     *             "appointment"
                     *           ],
                     *           "total_rows": 998,
                     *           "rejected_rows": 1,
                     *           "duplicate_rows": 1,
                     *           "errors": [
                     *             {
                     *               "row": 17,
                     *               "column": "phone_number",
                     *               "code": "spreadsheet_number",
                     *               "message": "A spreadsheet has turned this number into scientific notation and its last digits are lost for good: format the column as text and enter it again.",
                     *               "value": "4.47912E+11"
                     *             }
                     *           ],
                     *           "created_at": "2026-11-15T09:30:00.123Z",
                     *           "read_as": "utf-8"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        contact_lists: components["schemas"]["ContactList"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadContactList: {
        parameters: {
            query?: {
                filename?: string;
                /** @description The country of numbers written without one. */
                country_code?: string;
                /** @description The column to dial, where it has none of the usual names. */
                phone_column?: string;
                /** @description Short digits and names are extensions of your PBX and may be called. Off unless you say so: in most lists they are typing errors. Only a PBX (`ari`) dials them. */
                allow_extensions?: boolean;
                /** @description The column with IANA time zones, where it has none of the usual names. */
                timezone_column?: string;
                /** @description The column with the state or province. */
                state_column?: string;
                /** @description The column with the postal code. */
                postal_code_column?: string;
                /** @description Gives columns the names of a workflow's variables: a JSON object of column names and what they shall be called: {"Vorname":"first_name"}. */
                rename?: string;
                /** @description The sheet to read, where a spreadsheet has several. */
                sheet?: string;
                /** @description The `source_id` of a list that this one replaces: the same file read again with another country, phone column or names. The old list is deleted once the new one is there. */
                replaces?: string;
            };
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": unknown;
                "multipart/form-data": {
                    file?: string;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "source_id": "8c1f6f0e-7d53-4f0a-9a54-2c0c7b7c3f0e",
                     *       "filename": "november.csv",
                     *       "columns": [
                     *         "phone_number",
                     *         "first_name",
                     *         "appointment"
                     *       ],
                     *       "total_rows": 998,
                     *       "rejected_rows": 1,
                     *       "duplicate_rows": 1,
                     *       "errors": [
                     *         {
                     *           "row": 17,
                     *           "column": "phone_number",
                     *           "code": "spreadsheet_number",
                     *           "message": "A spreadsheet has turned this number into scientific notation and its last digits are lost for good: format the column as text and enter it again.",
                     *           "value": "4.47912E+11"
                     *         }
                     *       ],
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "read_as": "utf-8"
                     *     }
                     */
                    "application/json": components["schemas"]["ContactList"];
                };
            };
            /**
             * @description `bad_request`: The request is malformed.
             *
             *     `empty_file`: The file is empty.
             *
             *     `phone_column_missing`: The file has no phone number column.
             *
             *     `zone_column_missing`: The file has no column with this name. Name the column that holds the time zone, state or postal code.
             *
             *     `no_valid_rows`: The file has no row with a valid phone number.
             *
             *     `header_unreadable`: The header row of the file cannot be read.
             *
             *     `header_too_wide`: The file has too many columns, or column names that are too long.
             *
             *     `invalid_encoding`: The file is not valid text. Save it as CSV UTF-8.
             *
             *     `too_many_rows`: The file has too many rows.
             *
             *     `spreadsheet_unreadable`: The spreadsheet cannot be read. Save it as .xlsx without a password, or as CSV.
             *
             *     `sheet_not_chosen`: The spreadsheet has several sheets. Say with `sheet` which one to read.
             *
             *     `spreadsheet_cells_unusable`: The sheet has formulas, merged cells or hidden rows. Replace formulas by their values, unmerge cells, show or delete hidden rows.
             *
             *     `contact_list_not_found`: There is no contact list with this id.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `contact_list_in_use`: A campaign uses this contact list.
             *
             *     `quota_exceeded`: Your organization has reached its quota for these.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body exceeds the size limit of this URL. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            /**
             * @description `too_many_uploads`: Too many files of your organization are being uploaded. Try again when some are there.
             *
             *     `too_many_requests`: Your organization has reached its request limit. Wait a moment and try again.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            /** @description `disk_full`: The server has too little disk space left for this file. Ask its operator. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    announceUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file_name": "november.csv",
                 *       "file_size": 20480,
                 *       "content_type": "text/csv"
                 *     }
                 */
                "application/json": {
                    file_name: string;
                    file_size: number;
                    content_type?: string | null;
                    /** @description The country of numbers written without one. */
                    country_code?: string | null;
                    /** @description The column to dial, where it has none of the usual names. */
                    phone_column?: string | null;
                    /** @description Short digits and names are extensions of your PBX and may be called. Off unless you say so: in most lists they are typing errors. Only a PBX (`ari`) dials them. */
                    allow_extensions?: boolean | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "upload_url": "https://calls.example.com/api/v1/s3/upload/OWY4NmQwODE.20480...1794735900000.q0vG3b8LxW5t.N1mPz7Rk2sYc",
                     *       "file_key": "8c1f6f0e-7d53-4f0a-9a54-2c0c7b7c3f0e",
                     *       "expires_in": 900
                     *     }
                     */
                    "application/json": {
                        upload_url: string;
                        file_key: string;
                        expires_in: number;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "source_id": "8c1f6f0e-7d53-4f0a-9a54-2c0c7b7c3f0e",
                     *       "filename": "november.csv",
                     *       "columns": [
                     *         "phone_number",
                     *         "first_name",
                     *         "appointment"
                     *       ],
                     *       "total_rows": 998,
                     *       "rejected_rows": 1,
                     *       "duplicate_rows": 1,
                     *       "errors": [
                     *         {
                     *           "row": 17,
                     *           "column": "phone_number",
                     *           "code": "spreadsheet_number",
                     *           "message": "A spreadsheet has turned this number into scientific notation and its last digits are lost for good: format the column as text and enter it again.",
                     *           "value": "4.47912E+11"
                     *         }
                     *       ],
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "read_as": "utf-8"
                     *     }
                     */
                    "application/json": components["schemas"]["ContactList"];
                };
            };
            /**
             * @description `bad_request`: The request is malformed.
             *
             *     `empty_file`: The file is empty.
             *
             *     `phone_column_missing`: The file has no phone number column.
             *
             *     `zone_column_missing`: The file has no column with this name. Name the column that holds the time zone, state or postal code.
             *
             *     `no_valid_rows`: The file has no row with a valid phone number.
             *
             *     `header_unreadable`: The header row of the file cannot be read.
             *
             *     `header_too_wide`: The file has too many columns, or column names that are too long.
             *
             *     `invalid_encoding`: The file is not valid text. Save it as CSV UTF-8.
             *
             *     `too_many_rows`: The file has too many rows.
             *
             *     `spreadsheet_unreadable`: The spreadsheet cannot be read. Save it as .xlsx without a password, or as CSV.
             *
             *     `sheet_not_chosen`: The spreadsheet has several sheets. Say with `sheet` which one to read.
             *
             *     `spreadsheet_cells_unusable`: The sheet has formulas, merged cells or hidden rows. Replace formulas by their values, unmerge cells, show or delete hidden rows.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `forbidden`: Missing or invalid signature.
             *
             *     `upload_expired`: This upload URL has expired. Request a new one.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `upload_already_used`: This upload URL has already been used. Request a new one.
             *
             *     `quota_exceeded`: Your organization has reached its quota for these.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body exceeds the size limit of this URL. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            /**
             * @description `too_many_uploads`: Too many files of your organization are being uploaded. Try again when some are there.
             *
             *     `too_many_requests`: Your organization has reached its request limit. Wait a moment and try again.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            /** @description `disk_full`: The server has too little disk space left for this file. Ask its operator. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    previewContactList: {
        parameters: {
            query?: {
                /** @description Shows which of its variables the list fills and lacks. */
                workflow_id?: number;
                /** @description Rows shown; 10 if left out. */
                limit?: number;
            };
            header?: never;
            path: {
                source_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "source_id": "8c1f6f0e-7d53-4f0a-9a54-2c0c7b7c3f0e",
                     *       "filename": "november.csv",
                     *       "columns": [
                     *         "phone_number",
                     *         "first_name",
                     *         "appointment"
                     *       ],
                     *       "total_rows": 998,
                     *       "rejected_rows": 1,
                     *       "duplicate_rows": 1,
                     *       "errors": [
                     *         {
                     *           "row": 17,
                     *           "column": "phone_number",
                     *           "code": "spreadsheet_number",
                     *           "message": "A spreadsheet has turned this number into scientific notation and its last digits are lost for good: format the column as text and enter it again.",
                     *           "value": "4.47912E+11"
                     *         }
                     *       ],
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "read_as": "utf-8",
                     *       "phone_column": "phone_number",
                     *       "file_rows": 1000,
                     *       "suppressed_rows": 3,
                     *       "suppressed_examples": [
                     *         12,
                     *         40,
                     *         871
                     *       ],
                     *       "callable_rows": 995,
                     *       "column_details": [
                     *         {
                     *           "name": "phone_number",
                     *           "type": "phone_number",
                     *           "filled": 1,
                     *           "examples": [
                     *             "+447700900123"
                     *           ],
                     *           "variable": null
                     *         },
                     *         {
                     *           "name": "first_name",
                     *           "type": "text",
                     *           "filled": 0.98,
                     *           "examples": [
                     *             "Ada",
                     *             "Grace"
                     *           ],
                     *           "variable": "first_name"
                     *         }
                     *       ],
                     *       "zones": {
                     *         "columns": {
                     *           "timezone": null,
                     *           "state": "state",
                     *           "postal_code": null
                     *         },
                     *         "groups": [
                     *           {
                     *             "timezones": [
                     *               "America/Chicago",
                     *               "America/New_York"
                     *             ],
                     *             "places": [
                     *               "US",
                     *               "US-FL"
                     *             ],
                     *             "source": "number",
                     *             "contacts": 612
                     *           },
                     *           {
                     *             "timezones": [
                     *               "America/New_York"
                     *             ],
                     *             "places": [
                     *               "US",
                     *               "US-NY"
                     *             ],
                     *             "source": "number",
                     *             "contacts": 386
                     *           }
                     *         ],
                     *         "unknown_rows": 0,
                     *         "useless_values": {
                     *           "timezone": 0,
                     *           "state": 2,
                     *           "postal_code": 0
                     *         }
                     *       },
                     *       "rows": [
                     *         {
                     *           "row": 2,
                     *           "phone_number": "+18505550123",
                     *           "variables": {
                     *             "first_name": "Ada",
                     *             "appointment": "Monday"
                     *           },
                     *           "zones": {
                     *             "timezones": [
                     *               "America/Chicago",
                     *               "America/New_York"
                     *             ],
                     *             "places": [
                     *               "US",
                     *               "US-FL"
                     *             ],
                     *             "source": "number"
                     *           }
                     *         }
                     *       ],
                     *       "rejections": [
                     *         {
                     *           "code": "country_unknown",
                     *           "message": "The country of this number is unknown: write it with + and the calling code, or give a country_code.",
                     *           "count": 1,
                     *           "examples": [
                     *             {
                     *               "row": 17,
                     *               "column": "phone_number",
                     *               "value": "07700 900123"
                     *             }
                     *           ],
                     *           "readable_as": [
                     *             {
                     *               "country_code": "GB",
                     *               "rows": 1
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "variables": [
                     *         {
                     *           "name": "first_name",
                     *           "required": true,
                     *           "default": null,
                     *           "column": "first_name",
                     *           "suggested_column": null,
                     *           "lacking_rows": 20,
                     *           "lacking_examples": [
                     *             5,
                     *             9
                     *           ],
                     *           "default_rows": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ContactListPreview"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `contact_list_not_found`: There is no contact list with this id.
             *
             *     `workflow_not_found`: There is no workflow with this id in your organization.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    placeContactList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                source_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "state_column": "state"
                 *     }
                 */
                "application/json": {
                    /** @description The column with IANA time zones, where it has none of the usual names. */
                    timezone_column?: string | null;
                    /** @description The column with the state or province. */
                    state_column?: string | null;
                    /** @description The column with the postal code. */
                    postal_code_column?: string | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "columns": {
                     *         "timezone": null,
                     *         "state": "state",
                     *         "postal_code": null
                     *       },
                     *       "groups": [
                     *         {
                     *           "timezones": [
                     *             "America/Chicago",
                     *             "America/New_York"
                     *           ],
                     *           "places": [
                     *             "US",
                     *             "US-FL"
                     *           ],
                     *           "source": "number",
                     *           "contacts": 612
                     *         },
                     *         {
                     *           "timezones": [
                     *             "America/New_York"
                     *           ],
                     *           "places": [
                     *             "US",
                     *             "US-NY"
                     *           ],
                     *           "source": "number",
                     *           "contacts": 386
                     *         }
                     *       ],
                     *       "unknown_rows": 0,
                     *       "useless_values": {
                     *         "timezone": 0,
                     *         "state": 2,
                     *         "postal_code": 0
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ContactListZones"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `contact_list_not_found`: There is no contact list with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getContactList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                source_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "source_id": "8c1f6f0e-7d53-4f0a-9a54-2c0c7b7c3f0e",
                     *       "filename": "november.csv",
                     *       "columns": [
                     *         "phone_number",
                     *         "first_name",
                     *         "appointment"
                     *       ],
                     *       "total_rows": 998,
                     *       "rejected_rows": 1,
                     *       "duplicate_rows": 1,
                     *       "errors": [
                     *         {
                     *           "row": 17,
                     *           "column": "phone_number",
                     *           "code": "spreadsheet_number",
                     *           "message": "A spreadsheet has turned this number into scientific notation and its last digits are lost for good: format the column as text and enter it again.",
                     *           "value": "4.47912E+11"
                     *         }
                     *       ],
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "read_as": "utf-8"
                     *     }
                     */
                    "application/json": components["schemas"]["ContactList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `contact_list_not_found`: There is no contact list with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteContactList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                source_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "source_id": "8c1f6f0e-7d53-4f0a-9a54-2c0c7b7c3f0e",
                     *       "filename": "november.csv",
                     *       "columns": [
                     *         "phone_number",
                     *         "first_name",
                     *         "appointment"
                     *       ],
                     *       "total_rows": 998,
                     *       "rejected_rows": 1,
                     *       "duplicate_rows": 1,
                     *       "errors": [
                     *         {
                     *           "row": 17,
                     *           "column": "phone_number",
                     *           "code": "spreadsheet_number",
                     *           "message": "A spreadsheet has turned this number into scientific notation and its last digits are lost for good: format the column as text and enter it again.",
                     *           "value": "4.47912E+11"
                     *         }
                     *       ],
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "read_as": "utf-8"
                     *     }
                     */
                    "application/json": components["schemas"]["ContactList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `contact_list_not_found`: There is no contact list with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `contact_list_in_use`: A campaign uses this contact list. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRejectedRows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                source_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description row, column, code, message, value */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `contact_list_not_found`: There is no contact list with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    downloadContactList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The columns of the file, the numbers as they are dialled. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /**
             * @description `forbidden`: Missing or invalid signature.
             *
             *     `link_expired`: This link has expired. Request a new one.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `contact_list_not_found`: There is no contact list with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listConsents: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "consents": [
                     *         {
                     *           "id": 1,
                     *           "phone_number": "+18505550100",
                     *           "kind": "express_written",
                     *           "at": "2026-10-01T09:30:00.000Z",
                     *           "expires_at": null,
                     *           "source": "web form, spring offer",
                     *           "proof": "https://forms.example.com/8841",
                     *           "author": "API key 1",
                     *           "list_id": null,
                     *           "call_id": null,
                     *           "created_at": "2026-11-15T09:30:00.123Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        consents: components["schemas"]["Consent"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `number_not_found`: This is not a phone number. Write it in international format: + and the country calling code. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    recordConsent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone_number": "+18505550100",
                 *       "kind": "express_written",
                 *       "given_at": "2026-10-01T09:30:00Z",
                 *       "source": "web form, spring offer",
                 *       "proof": "https://forms.example.com/8841"
                 *     }
                 */
                "application/json": {
                    phone_number: string;
                    country_code?: string | null;
                    /** @enum {string} */
                    kind: "express" | "express_written" | "opt_in" | "existing_customer";
                    /** Format: date-time */
                    given_at: string;
                    source: string;
                    proof?: string | null;
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "consents": [
                     *         {
                     *           "id": 1,
                     *           "phone_number": "+18505550100",
                     *           "kind": "express_written",
                     *           "at": "2026-10-01T09:30:00.000Z",
                     *           "expires_at": null,
                     *           "source": "web form, spring offer",
                     *           "proof": "https://forms.example.com/8841",
                     *           "author": "API key 1",
                     *           "list_id": null,
                     *           "call_id": null,
                     *           "created_at": "2026-11-15T09:30:00.123Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        consents: components["schemas"]["Consent"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `consent_differs`: A consent of this kind and time is recorded for this number with another source, proof or end. Records are not changed: revoke it and record the consent again with the time of the correction.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeConsents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone_number": "+18505550100",
                 *       "source": "letter of 14 November"
                 *     }
                 */
                "application/json": {
                    phone_number: string;
                    country_code?: string | null;
                    source: string;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "consents": [
                     *         {
                     *           "id": 1,
                     *           "phone_number": "+18505550100",
                     *           "kind": "express_written",
                     *           "at": "2026-10-01T09:30:00.000Z",
                     *           "expires_at": null,
                     *           "source": "web form, spring offer",
                     *           "proof": "https://forms.example.com/8841",
                     *           "author": "API key 1",
                     *           "list_id": null,
                     *           "call_id": null,
                     *           "created_at": "2026-11-15T09:30:00.123Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        consents: components["schemas"]["Consent"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "suppressions": [
                     *         {
                     *           "id": 1,
                     *           "phone_number": "+447912345678",
                     *           "reason": "requested",
                     *           "source": "api",
                     *           "author": "API key 1",
                     *           "call_id": null,
                     *           "expires_at": null,
                     *           "created_at": "2026-11-15T09:30:00.123Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        suppressions: components["schemas"]["Suppression"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    suppressNumber: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone_number": "+447912345678",
                 *       "reason": "asked by e-mail"
                 *     }
                 */
                "application/json": {
                    phone_number: string;
                    country_code?: string | null;
                    reason?: string | null;
                    source?: string | null;
                    /** @description When it ends by itself; never if left out. */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "phone_number": "+447912345678",
                     *       "reason": "requested",
                     *       "source": "api",
                     *       "author": "API key 1",
                     *       "call_id": null,
                     *       "expires_at": null,
                     *       "created_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSuppression: {
        parameters: {
            query?: {
                /** @description Kept in the ledger. */
                reason?: string;
            };
            header?: never;
            path: {
                suppression_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "phone_number": "+447912345678",
                     *       "reason": "requested",
                     *       "source": "api",
                     *       "author": "API key 1",
                     *       "call_id": null,
                     *       "expires_at": null,
                     *       "created_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Suppression"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `suppression_not_found`: There is no suppressed number with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportSuppressions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description phone_number, reason, source, expires_at, created_at, author, call_id */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSuppressionCandidates: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description `open` if left out. */
                state?: "open" | "accepted" | "dismissed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "candidates": [
                     *         {
                     *           "id": 1,
                     *           "phone_number": "+447912345678",
                     *           "source": "carrier",
                     *           "reason": "SIP 607, marked as unwanted by the person called",
                     *           "call_id": 17,
                     *           "state": "open",
                     *           "author": null,
                     *           "offered_at": "2026-11-15T09:30:00.123Z",
                     *           "decided_at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        candidates: components["schemas"]["SuppressionCandidate"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptSuppressionCandidate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                candidate_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "phone_number": "+447912345678",
                     *       "source": "carrier",
                     *       "reason": "SIP 607, marked as unwanted by the person called",
                     *       "call_id": 17,
                     *       "state": "accepted",
                     *       "author": "API key 1",
                     *       "offered_at": "2026-11-15T09:30:00.123Z",
                     *       "decided_at": "2026-11-15T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SuppressionCandidate"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `suppression_candidate_not_found`: There is no candidate with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `suppression_candidate_decided`: This candidate has already been accepted or dismissed.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    dismissSuppressionCandidate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                candidate_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "phone_number": "+447912345678",
                     *       "source": "carrier",
                     *       "reason": "SIP 607, marked as unwanted by the person called",
                     *       "call_id": 17,
                     *       "state": "dismissed",
                     *       "author": "API key 1",
                     *       "offered_at": "2026-11-15T09:30:00.123Z",
                     *       "decided_at": "2026-11-15T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SuppressionCandidate"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `suppression_candidate_not_found`: There is no candidate with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `suppression_candidate_decided`: This candidate has already been accepted or dismissed.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSuppressedRanges: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ranges": [
                     *         {
                     *           "id": 1,
                     *           "kind": "prefix",
                     *           "value": "+1900",
                     *           "prefixes": [
                     *             "+1900"
                     *           ],
                     *           "reason": "premium numbers",
                     *           "source": "api",
                     *           "author": "API key 1",
                     *           "expires_at": null,
                     *           "created_at": "2026-11-15T09:30:00.123Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        ranges: components["schemas"]["SuppressedRange"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    suppressRange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prefix": "+1900",
                 *       "reason": "premium numbers"
                 *     }
                 */
                "application/json": {
                    prefix?: string | null;
                    country_code?: string | null;
                    reason: string;
                    source?: string | null;
                    /** @description When it ends by itself; never if left out. */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "kind": "prefix",
                     *       "value": "+1900",
                     *       "prefixes": [
                     *         "+1900"
                     *       ],
                     *       "reason": "premium numbers",
                     *       "source": "api",
                     *       "author": "API key 1",
                     *       "expires_at": null,
                     *       "created_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SuppressedRange"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSuppressedRange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                range_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "kind": "prefix",
                     *       "value": "+1900",
                     *       "prefixes": [
                     *         "+1900"
                     *       ],
                     *       "reason": "premium numbers",
                     *       "source": "api",
                     *       "author": "API key 1",
                     *       "expires_at": null,
                     *       "created_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SuppressedRange"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `suppression_not_found`: There is no suppressed number with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    importSuppressions: {
        parameters: {
            query?: {
                /** @description The country of numbers written without one. */
                country_code?: string;
                phone_column?: string;
                /** @description `number`: no row with column names, the number first in each line (TPS, Bloctel, Robinson lists). `area_code_and_number`: the same with the area code in a column of its own (FTC). `header`, the default: the first row has the names of the columns. */
                layout?: "header" | "number" | "area_code_and_number";
                reason?: string;
                source?: string;
                /** @description When it ends by itself; never if left out. */
                expires_at?: string;
            };
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
                "multipart/form-data": {
                    file?: string;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "total_rows": 1000,
                     *       "added_rows": 990,
                     *       "known_rows": 10,
                     *       "rejected_rows": 0,
                     *       "duplicate_rows": 2,
                     *       "errors": []
                     *     }
                     */
                    "application/json": components["schemas"]["ImportedSuppressions"];
                };
            };
            /**
             * @description `bad_request`: The request is malformed.
             *
             *     `empty_file`: The file is empty.
             *
             *     `phone_column_missing`: The file has no phone number column.
             *
             *     `zone_column_missing`: The file has no column with this name. Name the column that holds the time zone, state or postal code.
             *
             *     `no_valid_rows`: The file has no row with a valid phone number.
             *
             *     `header_unreadable`: The header row of the file cannot be read.
             *
             *     `header_too_wide`: The file has too many columns, or column names that are too long.
             *
             *     `invalid_encoding`: The file is not valid text. Save it as CSV UTF-8.
             *
             *     `too_many_rows`: The file has too many rows.
             *
             *     `spreadsheet_unreadable`: The spreadsheet cannot be read. Save it as .xlsx without a password, or as CSV.
             *
             *     `sheet_not_chosen`: The spreadsheet has several sheets. Say with `sheet` which one to read.
             *
             *     `spreadsheet_cells_unusable`: The sheet has formulas, merged cells or hidden rows. Replace formulas by their values, unmerge cells, show or delete hidden rows.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            /** @description `payload_too_large`: The request body exceeds the size limit of this URL. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            /**
             * @description `too_many_uploads`: Too many files of your organization are being uploaded. Try again when some are there.
             *
             *     `too_many_requests`: Your organization has reached its request limit. Wait a moment and try again.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            /** @description `disk_full`: The server has too little disk space left for this file. Ask its operator. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWorkflows: {
        parameters: {
            query?: {
                status?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "name": "Call back",
                     *         "status": "active",
                     *         "created_at": "2026-11-15T09:30:00.123Z",
                     *         "total_runs": 42
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WorkflowListItem"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    summarizeWorkflows: {
        parameters: {
            query?: {
                status?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "name": "Call back"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WorkflowSummary"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflow_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Call back",
                     *       "status": "active",
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "total_runs": 42,
                     *       "workflow_definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "startCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 0
                     *             },
                     *             "data": {
                     *               "name": "Greeting",
                     *               "greeting": "Hello {{first_name | there}}. Shall we call you back tomorrow?"
                     *             }
                     *           },
                     *           {
                     *             "id": "yes",
                     *             "type": "endCall",
                     *             "position": {
                     *               "x": -200,
                     *               "y": 200
                     *             },
                     *             "data": {
                     *               "name": "Agreed",
                     *               "say": "Until tomorrow then."
                     *             }
                     *           },
                     *           {
                     *             "id": "no",
                     *             "type": "endCall",
                     *             "position": {
                     *               "x": 200,
                     *               "y": 200
                     *             },
                     *             "data": {
                     *               "name": "Declined",
                     *               "say": "Good-bye."
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "id": "start-yes",
                     *             "source": "start",
                     *             "target": "yes",
                     *             "data": {
                     *               "label": "Yes",
                     *               "examples": [
                     *                 "yes",
                     *                 "sure"
                     *               ],
                     *               "keys": [
                     *                 "1"
                     *               ]
                     *             }
                     *           },
                     *           {
                     *             "id": "start-no",
                     *             "source": "start",
                     *             "target": "no",
                     *             "data": {
                     *               "label": "no_match"
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "current_definition_id": 3,
                     *       "template_context_variables": {
                     *         "first_name": "there"
                     *       },
                     *       "version_number": 2,
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `workflow_not_found`: There is no workflow with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Call back",
                 *       "workflow_definition": {
                 *         "nodes": [
                 *           {
                 *             "id": "start",
                 *             "type": "startCall",
                 *             "position": {
                 *               "x": 0,
                 *               "y": 0
                 *             },
                 *             "data": {
                 *               "name": "Greeting",
                 *               "greeting": "Hello {{first_name | there}}. Shall we call you back tomorrow?"
                 *             }
                 *           },
                 *           {
                 *             "id": "yes",
                 *             "type": "endCall",
                 *             "position": {
                 *               "x": -200,
                 *               "y": 200
                 *             },
                 *             "data": {
                 *               "name": "Agreed",
                 *               "say": "Until tomorrow then."
                 *             }
                 *           },
                 *           {
                 *             "id": "no",
                 *             "type": "endCall",
                 *             "position": {
                 *               "x": 200,
                 *               "y": 200
                 *             },
                 *             "data": {
                 *               "name": "Declined",
                 *               "say": "Good-bye."
                 *             }
                 *           }
                 *         ],
                 *         "edges": [
                 *           {
                 *             "id": "start-yes",
                 *             "source": "start",
                 *             "target": "yes",
                 *             "data": {
                 *               "label": "Yes",
                 *               "examples": [
                 *                 "yes",
                 *                 "sure"
                 *               ],
                 *               "keys": [
                 *                 "1"
                 *               ]
                 *             }
                 *           },
                 *           {
                 *             "id": "start-no",
                 *             "source": "start",
                 *             "target": "no",
                 *             "data": {
                 *               "label": "no_match"
                 *             }
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    workflow_definition: components["schemas"]["WorkflowDefinition"];
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Call back",
                     *       "status": "active",
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "total_runs": 0,
                     *       "workflow_definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "startCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 0
                     *             },
                     *             "data": {
                     *               "name": "Greeting",
                     *               "greeting": "Hello {{first_name | there}}. Shall we call you back tomorrow?"
                     *             }
                     *           },
                     *           {
                     *             "id": "yes",
                     *             "type": "endCall",
                     *             "position": {
                     *               "x": -200,
                     *               "y": 200
                     *             },
                     *             "data": {
                     *               "name": "Agreed",
                     *               "say": "Until tomorrow then."
                     *             }
                     *           },
                     *           {
                     *             "id": "no",
                     *             "type": "endCall",
                     *             "position": {
                     *               "x": 200,
                     *               "y": 200
                     *             },
                     *             "data": {
                     *               "name": "Declined",
                     *               "say": "Good-bye."
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "id": "start-yes",
                     *             "source": "start",
                     *             "target": "yes",
                     *             "data": {
                     *               "label": "Yes",
                     *               "examples": [
                     *                 "yes",
                     *                 "sure"
                     *               ],
                     *               "keys": [
                     *                 "1"
                     *               ]
                     *             }
                     *           },
                     *           {
                     *             "id": "start-no",
                     *             "source": "start",
                     *             "target": "no",
                     *             "data": {
                     *               "label": "no_match"
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "current_definition_id": 1,
                     *       "template_context_variables": {
                     *         "first_name": "there"
                     *       },
                     *       "version_number": 1,
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflow_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Call back",
                 *       "workflow_definition": {
                 *         "nodes": [
                 *           {
                 *             "id": "start",
                 *             "type": "startCall",
                 *             "position": {
                 *               "x": 0,
                 *               "y": 0
                 *             },
                 *             "data": {
                 *               "name": "Greeting",
                 *               "greeting": "Hello {{first_name | there}}. Shall we call you back tomorrow?"
                 *             }
                 *           },
                 *           {
                 *             "id": "yes",
                 *             "type": "endCall",
                 *             "position": {
                 *               "x": -200,
                 *               "y": 200
                 *             },
                 *             "data": {
                 *               "name": "Agreed",
                 *               "say": "Until tomorrow then."
                 *             }
                 *           },
                 *           {
                 *             "id": "no",
                 *             "type": "endCall",
                 *             "position": {
                 *               "x": 200,
                 *               "y": 200
                 *             },
                 *             "data": {
                 *               "name": "Declined",
                 *               "say": "Good-bye."
                 *             }
                 *           }
                 *         ],
                 *         "edges": [
                 *           {
                 *             "id": "start-yes",
                 *             "source": "start",
                 *             "target": "yes",
                 *             "data": {
                 *               "label": "Yes",
                 *               "examples": [
                 *                 "yes",
                 *                 "sure"
                 *               ],
                 *               "keys": [
                 *                 "1"
                 *               ]
                 *             }
                 *           },
                 *           {
                 *             "id": "start-no",
                 *             "source": "start",
                 *             "target": "no",
                 *             "data": {
                 *               "label": "no_match"
                 *             }
                 *           }
                 *         ]
                 *       },
                 *       "base_version_number": 1
                 *     }
                 */
                "application/json": {
                    name?: string | null;
                    workflow_definition?: components["schemas"]["WorkflowDefinition"] | null;
                    status?: ("active" | "archived") | null;
                    /** @description Version that the change is based on. Where a newer one exists the answer is 409 `workflow_changed`, and nothing is saved. */
                    base_version_number?: number | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Call back",
                     *       "status": "active",
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "total_runs": 42,
                     *       "workflow_definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "startCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 0
                     *             },
                     *             "data": {
                     *               "name": "Greeting",
                     *               "greeting": "Hello {{first_name | there}}. Shall we call you back tomorrow?"
                     *             }
                     *           },
                     *           {
                     *             "id": "yes",
                     *             "type": "endCall",
                     *             "position": {
                     *               "x": -200,
                     *               "y": 200
                     *             },
                     *             "data": {
                     *               "name": "Agreed",
                     *               "say": "Until tomorrow then."
                     *             }
                     *           },
                     *           {
                     *             "id": "no",
                     *             "type": "endCall",
                     *             "position": {
                     *               "x": 200,
                     *               "y": 200
                     *             },
                     *             "data": {
                     *               "name": "Declined",
                     *               "say": "Good-bye."
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "id": "start-yes",
                     *             "source": "start",
                     *             "target": "yes",
                     *             "data": {
                     *               "label": "Yes",
                     *               "examples": [
                     *                 "yes",
                     *                 "sure"
                     *               ],
                     *               "keys": [
                     *                 "1"
                     *               ]
                     *             }
                     *           },
                     *           {
                     *             "id": "start-no",
                     *             "source": "start",
                     *             "target": "no",
                     *             "data": {
                     *               "label": "no_match"
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "current_definition_id": 3,
                     *       "template_context_variables": {
                     *         "first_name": "there"
                     *       },
                     *       "version_number": 2,
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `workflow_not_found`: There is no workflow with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workflow_changed`: The workflow was changed since it was read. Read it again, compare the versions, and save your change on the newest one. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    validateWorkflowDefinition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_definition": {
                 *         "nodes": [
                 *           {
                 *             "id": "start",
                 *             "type": "startCall",
                 *             "position": {
                 *               "x": 0,
                 *               "y": 0
                 *             },
                 *             "data": {
                 *               "name": "Greeting",
                 *               "greeting": "Hello {{first_name | there}}. Shall we call you back tomorrow?"
                 *             }
                 *           },
                 *           {
                 *             "id": "yes",
                 *             "type": "endCall",
                 *             "position": {
                 *               "x": -200,
                 *               "y": 200
                 *             },
                 *             "data": {
                 *               "name": "Agreed",
                 *               "say": "Until tomorrow then."
                 *             }
                 *           },
                 *           {
                 *             "id": "no",
                 *             "type": "endCall",
                 *             "position": {
                 *               "x": 200,
                 *               "y": 200
                 *             },
                 *             "data": {
                 *               "name": "Declined",
                 *               "say": "Good-bye."
                 *             }
                 *           }
                 *         ],
                 *         "edges": [
                 *           {
                 *             "id": "start-yes",
                 *             "source": "start",
                 *             "target": "yes",
                 *             "data": {
                 *               "label": "Yes",
                 *               "examples": [
                 *                 "yes",
                 *                 "sure"
                 *               ],
                 *               "keys": [
                 *                 "1"
                 *               ]
                 *             }
                 *           },
                 *           {
                 *             "id": "start-no",
                 *             "source": "start",
                 *             "target": "no",
                 *             "data": {
                 *               "label": "no_match"
                 *             }
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description A `WorkflowDefinition`, or whatever shall become one: what is wrong with it is the answer. */
                    workflow_definition: unknown;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "is_valid": false,
                     *       "errors": [
                     *         {
                     *           "kind": "node",
                     *           "id": "no",
                     *           "field": null,
                     *           "message": "This step cannot be reached."
                     *         }
                     *       ],
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowValidation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    validateWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                workflow_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "is_valid": true,
                     *       "errors": [],
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowValidation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `workflow_not_found`: There is no workflow with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["InProgress"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkflowVersions: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                workflow_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "versions": [
                     *         {
                     *           "version_number": 2,
                     *           "definition_id": 3,
                     *           "is_current": true,
                     *           "created_at": "2026-11-15T09:30:00.123Z",
                     *           "total_nodes": 3
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        versions: components["schemas"]["WorkflowVersionItem"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `workflow_not_found`: There is no workflow with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkflowVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflow_id: number;
                version_number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version_number": 2,
                     *       "definition_id": 3,
                     *       "is_current": true,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "total_nodes": 3,
                     *       "workflow_definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "startCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 0
                     *             },
                     *             "data": {
                     *               "name": "Greeting",
                     *               "greeting": "Hello {{first_name | there}}. Shall we call you back tomorrow?"
                     *             }
                     *           },
                     *           {
                     *             "id": "yes",
                     *             "type": "endCall",
                     *             "position": {
                     *               "x": -200,
                     *               "y": 200
                     *             },
                     *             "data": {
                     *               "name": "Agreed",
                     *               "say": "Until tomorrow then."
                     *             }
                     *           },
                     *           {
                     *             "id": "no",
                     *             "type": "endCall",
                     *             "position": {
                     *               "x": 200,
                     *               "y": 200
                     *             },
                     *             "data": {
                     *               "name": "Declined",
                     *               "say": "Good-bye."
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "id": "start-yes",
                     *             "source": "start",
                     *             "target": "yes",
                     *             "data": {
                     *               "label": "Yes",
                     *               "examples": [
                     *                 "yes",
                     *                 "sure"
                     *               ],
                     *               "keys": [
                     *                 "1"
                     *               ]
                     *             }
                     *           },
                     *           {
                     *             "id": "start-no",
                     *             "source": "start",
                     *             "target": "no",
                     *             "data": {
                     *               "label": "no_match"
                     *             }
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowVersion"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `workflow_version_not_found`: There is no such version of this workflow. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    compareWorkflowVersions: {
        parameters: {
            query?: {
                with?: number;
            };
            header?: never;
            path: {
                workflow_id: number;
                version_number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version_number": 2,
                     *       "with_version_number": 1,
                     *       "is_same": false,
                     *       "nodes": [
                     *         {
                     *           "id": "start",
                     *           "name": "Greeting",
                     *           "change": "changed",
                     *           "fields": [
                     *             {
                     *               "field": "greeting",
                     *               "before": "Hello.",
                     *               "after": "Good day."
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "edges": [],
                     *       "settings": [
                     *         {
                     *           "field": "language",
                     *           "before": null,
                     *           "after": "en"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowComparison"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `workflow_version_not_found`: There is no such version of this workflow. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreWorkflowVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                workflow_id: number;
                version_number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Call back",
                     *       "status": "active",
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "total_runs": 42,
                     *       "workflow_definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "startCall",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 0
                     *             },
                     *             "data": {
                     *               "name": "Greeting",
                     *               "greeting": "Hello {{first_name | there}}. Shall we call you back tomorrow?"
                     *             }
                     *           },
                     *           {
                     *             "id": "yes",
                     *             "type": "endCall",
                     *             "position": {
                     *               "x": -200,
                     *               "y": 200
                     *             },
                     *             "data": {
                     *               "name": "Agreed",
                     *               "say": "Until tomorrow then."
                     *             }
                     *           },
                     *           {
                     *             "id": "no",
                     *             "type": "endCall",
                     *             "position": {
                     *               "x": 200,
                     *               "y": 200
                     *             },
                     *             "data": {
                     *               "name": "Declined",
                     *               "say": "Good-bye."
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "id": "start-yes",
                     *             "source": "start",
                     *             "target": "yes",
                     *             "data": {
                     *               "label": "Yes",
                     *               "examples": [
                     *                 "yes",
                     *                 "sure"
                     *               ],
                     *               "keys": [
                     *                 "1"
                     *               ]
                     *             }
                     *           },
                     *           {
                     *             "id": "start-no",
                     *             "source": "start",
                     *             "target": "no",
                     *             "data": {
                     *               "label": "no_match"
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "current_definition_id": 3,
                     *       "template_context_variables": {
                     *         "first_name": "there"
                     *       },
                     *       "version_number": 2,
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `workflow_version_not_found`: There is no such version of this workflow. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `workflow_version_invalid`: This version violates a newer validation rule and cannot be restored.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDialogues: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflow_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "dialogues": [
                     *         {
                     *           "id": 1,
                     *           "name": "Agrees",
                     *           "variables": {
                     *             "first_name": "Ada"
                     *           },
                     *           "answers_with": "Yes, hello?",
                     *           "steps": [
                     *             {
                     *               "text": "Yes, please.",
                     *               "expect": {
                     *                 "node": "yes",
                     *                 "says": "until tomorrow"
                     *               }
                     *             }
                     *           ],
                     *           "expect": {
                     *             "disposition": "agreed"
                     *           },
                     *           "created_at": "2026-11-15T09:30:00.123Z",
                     *           "updated_at": "2026-11-15T09:30:00.123Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        dialogues: components["schemas"]["WorkflowDialogue"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `workflow_not_found`: There is no workflow with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDialogue: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                workflow_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Agrees",
                 *       "variables": {
                 *         "first_name": "Ada"
                 *       },
                 *       "answers_with": "Yes, hello?",
                 *       "steps": [
                 *         {
                 *           "text": "Yes, please.",
                 *           "expect": {
                 *             "node": "yes",
                 *             "says": "until tomorrow"
                 *           }
                 *         }
                 *       ],
                 *       "expect": {
                 *         "disposition": "agreed"
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    variables?: {
                        [key: string]: string;
                    } | null;
                    /** @description Said on picking up, while the greeting plays. */
                    answers_with?: string | null;
                    steps: {
                        text?: string | null;
                        keys?: string | null;
                        silence?: boolean | null;
                        machine?: boolean | null;
                        hang_up?: boolean | null;
                        expect?: {
                            node?: string | null;
                            says?: string | null;
                        } | null;
                    }[];
                    expect?: {
                        disposition?: string | null;
                        gathered?: {
                            [key: string]: string;
                        } | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Agrees",
                     *       "variables": {
                     *         "first_name": "Ada"
                     *       },
                     *       "answers_with": "Yes, hello?",
                     *       "steps": [
                     *         {
                     *           "text": "Yes, please.",
                     *           "expect": {
                     *             "node": "yes",
                     *             "says": "until tomorrow"
                     *           }
                     *         }
                     *       ],
                     *       "expect": {
                     *         "disposition": "agreed"
                     *       },
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowDialogue"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `workflow_not_found`: There is no workflow with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `too_many_dialogues`: This workflow has reached its limit of dialogues. Delete one first.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDialogue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflow_id: number;
                dialogue_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Agrees",
                 *       "variables": {
                 *         "first_name": "Ada"
                 *       },
                 *       "answers_with": "Yes, hello?",
                 *       "steps": [
                 *         {
                 *           "text": "Yes, please.",
                 *           "expect": {
                 *             "node": "yes",
                 *             "says": "until tomorrow"
                 *           }
                 *         }
                 *       ],
                 *       "expect": {
                 *         "disposition": "agreed"
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    variables?: {
                        [key: string]: string;
                    } | null;
                    /** @description Said on picking up, while the greeting plays. */
                    answers_with?: string | null;
                    steps: {
                        text?: string | null;
                        keys?: string | null;
                        silence?: boolean | null;
                        machine?: boolean | null;
                        hang_up?: boolean | null;
                        expect?: {
                            node?: string | null;
                            says?: string | null;
                        } | null;
                    }[];
                    expect?: {
                        disposition?: string | null;
                        gathered?: {
                            [key: string]: string;
                        } | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Agrees",
                     *       "variables": {
                     *         "first_name": "Ada"
                     *       },
                     *       "answers_with": "Yes, hello?",
                     *       "steps": [
                     *         {
                     *           "text": "Yes, please.",
                     *           "expect": {
                     *             "node": "yes",
                     *             "says": "until tomorrow"
                     *           }
                     *         }
                     *       ],
                     *       "expect": {
                     *         "disposition": "agreed"
                     *       },
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowDialogue"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `dialogue_not_found`: There is no dialogue with this id in this workflow. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteDialogue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflow_id: number;
                dialogue_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "Agrees",
                     *       "variables": {
                     *         "first_name": "Ada"
                     *       },
                     *       "answers_with": "Yes, hello?",
                     *       "steps": [
                     *         {
                     *           "text": "Yes, please.",
                     *           "expect": {
                     *             "node": "yes",
                     *             "says": "until tomorrow"
                     *           }
                     *         }
                     *       ],
                     *       "expect": {
                     *         "disposition": "agreed"
                     *       },
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowDialogue"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `dialogue_not_found`: There is no dialogue with this id in this workflow. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listNodeTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "spec_version": "1.0.0",
                     *       "node_types": [
                     *         {
                     *           "name": "endCall",
                     *           "display_name": "End of the call",
                     *           "description": "Says good-bye and hangs up.",
                     *           "category": "call_node",
                     *           "icon": "PhoneOff",
                     *           "version": "1.0.0",
                     *           "properties": [
                     *             {
                     *               "default": null,
                     *               "required": false,
                     *               "placeholder": null,
                     *               "options": null,
                     *               "min_value": null,
                     *               "max_value": null,
                     *               "min_length": null,
                     *               "max_length": 128,
                     *               "pattern": null,
                     *               "name": "name",
                     *               "display_name": "Name",
                     *               "description": "How this step is called in the editor and in the timeline of a call.",
                     *               "type": "string",
                     *               "properties": null
                     *             },
                     *             {
                     *               "default": null,
                     *               "required": false,
                     *               "placeholder": null,
                     *               "options": null,
                     *               "min_value": null,
                     *               "max_value": null,
                     *               "min_length": null,
                     *               "max_length": 50000,
                     *               "pattern": null,
                     *               "name": "prompt",
                     *               "display_name": "Prompt",
                     *               "description": "What a language model is told at this step. May hold {{column}} and {{column | default}}.",
                     *               "type": "mention_textarea",
                     *               "properties": null
                     *             },
                     *             {
                     *               "default": null,
                     *               "required": false,
                     *               "placeholder": "Hello {{first_name | there}}.",
                     *               "options": null,
                     *               "min_value": null,
                     *               "max_value": null,
                     *               "min_length": null,
                     *               "max_length": 4000,
                     *               "pattern": null,
                     *               "name": "say",
                     *               "display_name": "Say",
                     *               "description": "Spoken word for word. May hold {{column}} and {{column | default}}.",
                     *               "type": "mention_textarea",
                     *               "properties": null
                     *             },
                     *             {
                     *               "default": null,
                     *               "required": false,
                     *               "placeholder": null,
                     *               "options": null,
                     *               "min_value": null,
                     *               "max_value": null,
                     *               "min_length": null,
                     *               "max_length": null,
                     *               "pattern": null,
                     *               "name": "say_recording_id",
                     *               "display_name": "Recording",
                     *               "description": "A recording that is played in place of say. Its transcript is what the agent has said.",
                     *               "type": "recording_ref",
                     *               "properties": null
                     *             },
                     *             {
                     *               "default": null,
                     *               "required": false,
                     *               "placeholder": "2ww{{extension}}#",
                     *               "options": null,
                     *               "min_value": null,
                     *               "max_value": null,
                     *               "min_length": null,
                     *               "max_length": 128,
                     *               "pattern": "^([0-9*#wW, ]|\\{\\{[^{}]+\\}\\})*$",
                     *               "name": "send_keys",
                     *               "display_name": "Send keys",
                     *               "description": "Telephone keys sent as tones on reaching this step, before its words: 0-9, * and #, w for a pause of half a second. For menus: leave the start by an edge labelled ivr.",
                     *               "type": "mention_textarea",
                     *               "properties": null
                     *             },
                     *             {
                     *               "default": true,
                     *               "required": false,
                     *               "placeholder": null,
                     *               "options": null,
                     *               "min_value": null,
                     *               "max_value": null,
                     *               "min_length": null,
                     *               "max_length": null,
                     *               "pattern": null,
                     *               "name": "allow_interrupt",
                     *               "display_name": "May be interrupted",
                     *               "description": "Whether the person may talk over this step.",
                     *               "type": "boolean",
                     *               "properties": null
                     *             },
                     *             {
                     *               "default": false,
                     *               "required": false,
                     *               "placeholder": null,
                     *               "options": null,
                     *               "min_value": null,
                     *               "max_value": null,
                     *               "min_length": null,
                     *               "max_length": null,
                     *               "pattern": null,
                     *               "name": "do_not_call",
                     *               "display_name": "Call this number no more",
                     *               "description": "Whoever reaches this end goes on the suppression list at once: \"press 9 to be removed\".",
                     *               "type": "boolean",
                     *               "properties": null
                     *             },
                     *             {
                     *               "default": null,
                     *               "required": false,
                     *               "placeholder": "{{call_back_time}}",
                     *               "options": null,
                     *               "min_value": null,
                     *               "max_value": null,
                     *               "min_length": null,
                     *               "max_length": 128,
                     *               "pattern": null,
                     *               "name": "call_back",
                     *               "display_name": "Call back at",
                     *               "description": "A date and time, such as {{call_back_time}} of a step that collects a date. The contact’s next attempt is then, in their own time zone and inside every calling window.",
                     *               "type": "mention_textarea",
                     *               "properties": null
                     *             },
                     *             {
                     *               "default": null,
                     *               "required": false,
                     *               "placeholder": null,
                     *               "options": null,
                     *               "min_value": null,
                     *               "max_value": null,
                     *               "min_length": null,
                     *               "max_length": 50,
                     *               "pattern": null,
                     *               "name": "extract",
                     *               "display_name": "Extract",
                     *               "description": "Values a language model takes from what was said at this step.",
                     *               "type": "fixed_collection",
                     *               "properties": [
                     *                 {
                     *                   "default": null,
                     *                   "required": true,
                     *                   "placeholder": null,
                     *                   "options": null,
                     *                   "min_value": null,
                     *                   "max_value": null,
                     *                   "min_length": null,
                     *                   "max_length": 64,
                     *                   "pattern": "^[A-Za-z_][A-Za-z0-9_]*$",
                     *                   "name": "name",
                     *                   "display_name": "Name",
                     *                   "description": "Where the value is kept.",
                     *                   "type": "string",
                     *                   "properties": null
                     *                 },
                     *                 {
                     *                   "default": "string",
                     *                   "required": false,
                     *                   "placeholder": null,
                     *                   "options": [
                     *                     {
                     *                       "value": "string",
                     *                       "label": "Text"
                     *                     },
                     *                     {
                     *                       "value": "number",
                     *                       "label": "Number"
                     *                     },
                     *                     {
                     *                       "value": "boolean",
                     *                       "label": "Yes or no"
                     *                     }
                     *                   ],
                     *                   "min_value": null,
                     *                   "max_value": null,
                     *                   "min_length": null,
                     *                   "max_length": null,
                     *                   "pattern": null,
                     *                   "name": "type",
                     *                   "display_name": "Type",
                     *                   "description": "The type of the value.",
                     *                   "type": "options",
                     *                   "properties": null
                     *                 },
                     *                 {
                     *                   "default": null,
                     *                   "required": false,
                     *                   "placeholder": null,
                     *                   "options": null,
                     *                   "min_value": null,
                     *                   "max_value": null,
                     *                   "min_length": null,
                     *                   "max_length": 50000,
                     *                   "pattern": null,
                     *                   "name": "prompt",
                     *                   "display_name": "Hint",
                     *                   "description": "What to look for.",
                     *                   "type": "string",
                     *                   "properties": null
                     *                 }
                     *               ]
                     *             },
                     *             {
                     *               "default": true,
                     *               "required": false,
                     *               "placeholder": null,
                     *               "options": null,
                     *               "min_value": null,
                     *               "max_value": null,
                     *               "min_length": null,
                     *               "max_length": null,
                     *               "pattern": null,
                     *               "name": "add_global_prompt",
                     *               "display_name": "With the prompt for all steps",
                     *               "description": "Whether the prompt of the globalNode is added to the prompt of this step.",
                     *               "type": "boolean",
                     *               "properties": null
                     *             },
                     *             {
                     *               "default": false,
                     *               "required": false,
                     *               "placeholder": null,
                     *               "options": null,
                     *               "min_value": null,
                     *               "max_value": null,
                     *               "min_length": null,
                     *               "max_length": null,
                     *               "pattern": null,
                     *               "name": "extraction_enabled",
                     *               "display_name": "Extract variables",
                     *               "description": "Whether a language model takes extraction_variables from what was said at this step.",
                     *               "type": "boolean",
                     *               "properties": null
                     *             },
                     *             {
                     *               "default": null,
                     *               "required": false,
                     *               "placeholder": null,
                     *               "options": null,
                     *               "min_value": null,
                     *               "max_value": null,
                     *               "min_length": null,
                     *               "max_length": 50000,
                     *               "pattern": null,
                     *               "name": "extraction_prompt",
                     *               "display_name": "Extraction prompt",
                     *               "description": "What a language model is told about finding out extraction_variables.",
                     *               "type": "mention_textarea",
                     *               "properties": null
                     *             },
                     *             {
                     *               "default": null,
                     *               "required": false,
                     *               "placeholder": null,
                     *               "options": null,
                     *               "min_value": null,
                     *               "max_value": null,
                     *               "min_length": null,
                     *               "max_length": 50,
                     *               "pattern": null,
                     *               "name": "extraction_variables",
                     *               "display_name": "Variables to extract",
                     *               "description": "Values a language model takes from what was said at this step, if extraction_enabled.",
                     *               "type": "fixed_collection",
                     *               "properties": [
                     *                 {
                     *                   "default": null,
                     *                   "required": true,
                     *                   "placeholder": null,
                     *                   "options": null,
                     *                   "min_value": null,
                     *                   "max_value": null,
                     *                   "min_length": null,
                     *                   "max_length": 64,
                     *                   "pattern": "^[A-Za-z_][A-Za-z0-9_]*$",
                     *                   "name": "name",
                     *                   "display_name": "Name",
                     *                   "description": "Where the value is kept.",
                     *                   "type": "string",
                     *                   "properties": null
                     *                 },
                     *                 {
                     *                   "default": "string",
                     *                   "required": false,
                     *                   "placeholder": null,
                     *                   "options": [
                     *                     {
                     *                       "value": "string",
                     *                       "label": "Text"
                     *                     },
                     *                     {
                     *                       "value": "number",
                     *                       "label": "Number"
                     *                     },
                     *                     {
                     *                       "value": "boolean",
                     *                       "label": "Yes or no"
                     *                     }
                     *                   ],
                     *                   "min_value": null,
                     *                   "max_value": null,
                     *                   "min_length": null,
                     *                   "max_length": null,
                     *                   "pattern": null,
                     *                   "name": "type",
                     *                   "display_name": "Type",
                     *                   "description": "The type of the value.",
                     *                   "type": "options",
                     *                   "properties": null
                     *                 },
                     *                 {
                     *                   "default": null,
                     *                   "required": false,
                     *                   "placeholder": null,
                     *                   "options": null,
                     *                   "min_value": null,
                     *                   "max_value": null,
                     *                   "min_length": null,
                     *                   "max_length": 50000,
                     *                   "pattern": null,
                     *                   "name": "prompt",
                     *                   "display_name": "Hint",
                     *                   "description": "What to look for.",
                     *                   "type": "string",
                     *                   "properties": null
                     *                 }
                     *               ]
                     *             }
                     *           ],
                     *           "examples": [
                     *             {
                     *               "name": "Good-bye",
                     *               "data": {
                     *                 "name": "Good-bye",
                     *                 "say": "Thank you. Good-bye."
                     *               }
                     *             }
                     *           ],
                     *           "graph_constraints": {
                     *             "min_incoming": 1,
                     *             "max_incoming": null,
                     *             "min_outgoing": null,
                     *             "max_outgoing": 0,
                     *             "min_instances": null,
                     *             "max_instances": null
                     *           }
                     *         }
                     *       ],
                     *       "edge_properties": [
                     *         {
                     *           "default": null,
                     *           "required": false,
                     *           "placeholder": null,
                     *           "options": null,
                     *           "min_value": null,
                     *           "max_value": null,
                     *           "min_length": null,
                     *           "max_length": 128,
                     *           "pattern": null,
                     *           "name": "label",
                     *           "display_name": "Label",
                     *           "description": "The name of this way out. no_input, no_match, voicemail, screening and ivr are reserved: silence, nothing understood, an answering machine, a service that asks who is calling, a menu.",
                     *           "type": "string",
                     *           "properties": null
                     *         }
                     *       ],
                     *       "settings_properties": [
                     *         {
                     *           "default": false,
                     *           "required": false,
                     *           "placeholder": null,
                     *           "options": null,
                     *           "min_value": null,
                     *           "max_value": null,
                     *           "min_length": null,
                     *           "max_length": null,
                     *           "pattern": null,
                     *           "name": "recording",
                     *           "display_name": "Record the call",
                     *           "description": "Keep a stereo recording of each call. Whether that needs consent is for you to know.",
                     *           "type": "boolean",
                     *           "properties": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        spec_version: string;
                        node_types: components["schemas"]["NodeType"][];
                        /** @description The fields of the `data` of an edge. */
                        edge_properties: components["schemas"]["NodeProperty"][];
                        /** @description The fields of the `settings` of a definition. */
                        settings_properties: components["schemas"]["NodeProperty"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getNodeType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "endCall",
                     *       "display_name": "End of the call",
                     *       "description": "Says good-bye and hangs up.",
                     *       "category": "call_node",
                     *       "icon": "PhoneOff",
                     *       "version": "1.0.0",
                     *       "properties": [
                     *         {
                     *           "default": null,
                     *           "required": false,
                     *           "placeholder": null,
                     *           "options": null,
                     *           "min_value": null,
                     *           "max_value": null,
                     *           "min_length": null,
                     *           "max_length": 128,
                     *           "pattern": null,
                     *           "name": "name",
                     *           "display_name": "Name",
                     *           "description": "How this step is called in the editor and in the timeline of a call.",
                     *           "type": "string",
                     *           "properties": null
                     *         },
                     *         {
                     *           "default": null,
                     *           "required": false,
                     *           "placeholder": null,
                     *           "options": null,
                     *           "min_value": null,
                     *           "max_value": null,
                     *           "min_length": null,
                     *           "max_length": 50000,
                     *           "pattern": null,
                     *           "name": "prompt",
                     *           "display_name": "Prompt",
                     *           "description": "What a language model is told at this step. May hold {{column}} and {{column | default}}.",
                     *           "type": "mention_textarea",
                     *           "properties": null
                     *         },
                     *         {
                     *           "default": null,
                     *           "required": false,
                     *           "placeholder": "Hello {{first_name | there}}.",
                     *           "options": null,
                     *           "min_value": null,
                     *           "max_value": null,
                     *           "min_length": null,
                     *           "max_length": 4000,
                     *           "pattern": null,
                     *           "name": "say",
                     *           "display_name": "Say",
                     *           "description": "Spoken word for word. May hold {{column}} and {{column | default}}.",
                     *           "type": "mention_textarea",
                     *           "properties": null
                     *         },
                     *         {
                     *           "default": null,
                     *           "required": false,
                     *           "placeholder": null,
                     *           "options": null,
                     *           "min_value": null,
                     *           "max_value": null,
                     *           "min_length": null,
                     *           "max_length": null,
                     *           "pattern": null,
                     *           "name": "say_recording_id",
                     *           "display_name": "Recording",
                     *           "description": "A recording that is played in place of say. Its transcript is what the agent has said.",
                     *           "type": "recording_ref",
                     *           "properties": null
                     *         },
                     *         {
                     *           "default": null,
                     *           "required": false,
                     *           "placeholder": "2ww{{extension}}#",
                     *           "options": null,
                     *           "min_value": null,
                     *           "max_value": null,
                     *           "min_length": null,
                     *           "max_length": 128,
                     *           "pattern": "^([0-9*#wW, ]|\\{\\{[^{}]+\\}\\})*$",
                     *           "name": "send_keys",
                     *           "display_name": "Send keys",
                     *           "description": "Telephone keys sent as tones on reaching this step, before its words: 0-9, * and #, w for a pause of half a second. For menus: leave the start by an edge labelled ivr.",
                     *           "type": "mention_textarea",
                     *           "properties": null
                     *         },
                     *         {
                     *           "default": true,
                     *           "required": false,
                     *           "placeholder": null,
                     *           "options": null,
                     *           "min_value": null,
                     *           "max_value": null,
                     *           "min_length": null,
                     *           "max_length": null,
                     *           "pattern": null,
                     *           "name": "allow_interrupt",
                     *           "display_name": "May be interrupted",
                     *           "description": "Whether the person may talk over this step.",
                     *           "type": "boolean",
                     *           "properties": null
                     *         },
                     *         {
                     *           "default": false,
                     *           "required": false,
                     *           "placeholder": null,
                     *           "options": null,
                     *           "min_value": null,
                     *           "max_value": null,
                     *           "min_length": null,
                     *           "max_length": null,
                     *           "pattern": null,
                     *           "name": "do_not_call",
                     *           "display_name": "Call this number no more",
                     *           "description": "Whoever reaches this end goes on the suppression list at once: \"press 9 to be removed\".",
                     *           "type": "boolean",
                     *           "properties": null
                     *         },
                     *         {
                     *           "default": null,
                     *           "required": false,
                     *           "placeholder": "{{call_back_time}}",
                     *           "options": null,
                     *           "min_value": null,
                     *           "max_value": null,
                     *           "min_length": null,
                     *           "max_length": 128,
                     *           "pattern": null,
                     *           "name": "call_back",
                     *           "display_name": "Call back at",
                     *           "description": "A date and time, such as {{call_back_time}} of a step that collects a date. The contact’s next attempt is then, in their own time zone and inside every calling window.",
                     *           "type": "mention_textarea",
                     *           "properties": null
                     *         },
                     *         {
                     *           "default": null,
                     *           "required": false,
                     *           "placeholder": null,
                     *           "options": null,
                     *           "min_value": null,
                     *           "max_value": null,
                     *           "min_length": null,
                     *           "max_length": 50,
                     *           "pattern": null,
                     *           "name": "extract",
                     *           "display_name": "Extract",
                     *           "description": "Values a language model takes from what was said at this step.",
                     *           "type": "fixed_collection",
                     *           "properties": [
                     *             {
                     *               "default": null,
                     *               "required": true,
                     *               "placeholder": null,
                     *               "options": null,
                     *               "min_value": null,
                     *               "max_value": null,
                     *               "min_length": null,
                     *               "max_length": 64,
                     *               "pattern": "^[A-Za-z_][A-Za-z0-9_]*$",
                     *               "name": "name",
                     *               "display_name": "Name",
                     *               "description": "Where the value is kept.",
                     *               "type": "string",
                     *               "properties": null
                     *             },
                     *             {
                     *               "default": "string",
                     *               "required": false,
                     *               "placeholder": null,
                     *               "options": [
                     *                 {
                     *                   "value": "string",
                     *                   "label": "Text"
                     *                 },
                     *                 {
                     *                   "value": "number",
                     *                   "label": "Number"
                     *                 },
                     *                 {
                     *                   "value": "boolean",
                     *                   "label": "Yes or no"
                     *                 }
                     *               ],
                     *               "min_value": null,
                     *               "max_value": null,
                     *               "min_length": null,
                     *               "max_length": null,
                     *               "pattern": null,
                     *               "name": "type",
                     *               "display_name": "Type",
                     *               "description": "The type of the value.",
                     *               "type": "options",
                     *               "properties": null
                     *             },
                     *             {
                     *               "default": null,
                     *               "required": false,
                     *               "placeholder": null,
                     *               "options": null,
                     *               "min_value": null,
                     *               "max_value": null,
                     *               "min_length": null,
                     *               "max_length": 50000,
                     *               "pattern": null,
                     *               "name": "prompt",
                     *               "display_name": "Hint",
                     *               "description": "What to look for.",
                     *               "type": "string",
                     *               "properties": null
                     *             }
                     *           ]
                     *         },
                     *         {
                     *           "default": true,
                     *           "required": false,
                     *           "placeholder": null,
                     *           "options": null,
                     *           "min_value": null,
                     *           "max_value": null,
                     *           "min_length": null,
                     *           "max_length": null,
                     *           "pattern": null,
                     *           "name": "add_global_prompt",
                     *           "display_name": "With the prompt for all steps",
                     *           "description": "Whether the prompt of the globalNode is added to the prompt of this step.",
                     *           "type": "boolean",
                     *           "properties": null
                     *         },
                     *         {
                     *           "default": false,
                     *           "required": false,
                     *           "placeholder": null,
                     *           "options": null,
                     *           "min_value": null,
                     *           "max_value": null,
                     *           "min_length": null,
                     *           "max_length": null,
                     *           "pattern": null,
                     *           "name": "extraction_enabled",
                     *           "display_name": "Extract variables",
                     *           "description": "Whether a language model takes extraction_variables from what was said at this step.",
                     *           "type": "boolean",
                     *           "properties": null
                     *         },
                     *         {
                     *           "default": null,
                     *           "required": false,
                     *           "placeholder": null,
                     *           "options": null,
                     *           "min_value": null,
                     *           "max_value": null,
                     *           "min_length": null,
                     *           "max_length": 50000,
                     *           "pattern": null,
                     *           "name": "extraction_prompt",
                     *           "display_name": "Extraction prompt",
                     *           "description": "What a language model is told about finding out extraction_variables.",
                     *           "type": "mention_textarea",
                     *           "properties": null
                     *         },
                     *         {
                     *           "default": null,
                     *           "required": false,
                     *           "placeholder": null,
                     *           "options": null,
                     *           "min_value": null,
                     *           "max_value": null,
                     *           "min_length": null,
                     *           "max_length": 50,
                     *           "pattern": null,
                     *           "name": "extraction_variables",
                     *           "display_name": "Variables to extract",
                     *           "description": "Values a language model takes from what was said at this step, if extraction_enabled.",
                     *           "type": "fixed_collection",
                     *           "properties": [
                     *             {
                     *               "default": null,
                     *               "required": true,
                     *               "placeholder": null,
                     *               "options": null,
                     *               "min_value": null,
                     *               "max_value": null,
                     *               "min_length": null,
                     *               "max_length": 64,
                     *               "pattern": "^[A-Za-z_][A-Za-z0-9_]*$",
                     *               "name": "name",
                     *               "display_name": "Name",
                     *               "description": "Where the value is kept.",
                     *               "type": "string",
                     *               "properties": null
                     *             },
                     *             {
                     *               "default": "string",
                     *               "required": false,
                     *               "placeholder": null,
                     *               "options": [
                     *                 {
                     *                   "value": "string",
                     *                   "label": "Text"
                     *                 },
                     *                 {
                     *                   "value": "number",
                     *                   "label": "Number"
                     *                 },
                     *                 {
                     *                   "value": "boolean",
                     *                   "label": "Yes or no"
                     *                 }
                     *               ],
                     *               "min_value": null,
                     *               "max_value": null,
                     *               "min_length": null,
                     *               "max_length": null,
                     *               "pattern": null,
                     *               "name": "type",
                     *               "display_name": "Type",
                     *               "description": "The type of the value.",
                     *               "type": "options",
                     *               "properties": null
                     *             },
                     *             {
                     *               "default": null,
                     *               "required": false,
                     *               "placeholder": null,
                     *               "options": null,
                     *               "min_value": null,
                     *               "max_value": null,
                     *               "min_length": null,
                     *               "max_length": 50000,
                     *               "pattern": null,
                     *               "name": "prompt",
                     *               "display_name": "Hint",
                     *               "description": "What to look for.",
                     *               "type": "string",
                     *               "properties": null
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "examples": [
                     *         {
                     *           "name": "Good-bye",
                     *           "data": {
                     *             "name": "Good-bye",
                     *             "say": "Thank you. Good-bye."
                     *           }
                     *         }
                     *       ],
                     *       "graph_constraints": {
                     *         "min_incoming": 1,
                     *         "max_incoming": null,
                     *         "min_outgoing": null,
                     *         "max_outgoing": 0,
                     *         "min_instances": null,
                     *         "max_instances": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["NodeType"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `node_type_not_found`: There is no such node type. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTools: {
        parameters: {
            query?: {
                status?: string;
                category?: "http_api" | "mcp";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 3,
                     *         "tool_uuid": "5d1f7c1e-3f6e-4f0e-9a52-6c2d8f1f6f10",
                     *         "name": "Find order",
                     *         "description": "Finds an order by its number and says when it arrives.",
                     *         "category": "http_api",
                     *         "icon": null,
                     *         "icon_color": null,
                     *         "status": "active",
                     *         "definition": {
                     *           "schema_version": 1,
                     *           "type": "http_api",
                     *           "config": {
                     *             "method": "GET",
                     *             "url": "https://shop.example.com/orders/{{order_number}}",
                     *             "credential_uuid": "8a7c0c5e-6d0a-4b52-9f5c-0f7a1b7d2c11",
                     *             "parameters": [
                     *               {
                     *                 "name": "order_number",
                     *                 "type": "string",
                     *                 "description": "The number of the order.",
                     *                 "required": true
                     *               }
                     *             ],
                     *             "timeout_ms": 5000,
                     *             "customMessage": "One moment, I am looking that up.",
                     *             "result_variables": [
                     *               {
                     *                 "name": "arrival",
                     *                 "path": "delivery.date"
                     *               }
                     *             ]
                     *           }
                     *         },
                     *         "created_at": "2026-11-16T09:00:00.000Z",
                     *         "updated_at": null,
                     *         "created_by": {
                     *           "id": 1,
                     *           "provider_id": "api-key-1"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": {
                        id: number;
                        tool_uuid: string;
                        name: string;
                        description: string | null;
                        /** @enum {string} */
                        category: "http_api" | "mcp";
                        icon: string | null;
                        icon_color: string | null;
                        /** @enum {string} */
                        status: "active" | "archived" | "draft";
                        /** @description As it was sent; headers with secrets masked. */
                        definition: {
                            [key: string]: unknown;
                        };
                        /** Format: date-time */
                        created_at: string;
                        updated_at: string | null;
                        /** @description The API key that created it. */
                        created_by: {
                            id: number;
                            provider_id: string;
                        } | null;
                    }[];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTool: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Find order",
                 *       "description": "Finds an order by its number and says when it arrives.",
                 *       "definition": {
                 *         "schema_version": 1,
                 *         "type": "http_api",
                 *         "config": {
                 *           "method": "GET",
                 *           "url": "https://shop.example.com/orders/{{order_number}}",
                 *           "credential_uuid": null,
                 *           "parameters": [
                 *             {
                 *               "name": "order_number",
                 *               "type": "string",
                 *               "description": "The number of the order.",
                 *               "required": true
                 *             }
                 *           ],
                 *           "timeout_ms": 5000,
                 *           "customMessage": "One moment, I am looking that up.",
                 *           "result_variables": [
                 *             {
                 *               "name": "arrival",
                 *               "path": "delivery.date"
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    description?: string | null;
                    category?: ("http_api" | "mcp") | null;
                    icon?: string | null;
                    icon_color?: string | null;
                    definition: {
                        schema_version?: number | null;
                        /** @constant */
                        type: "http_api";
                        config: {
                            /** @enum {string} */
                            method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                            /** @description May hold {{parameter}} and {{variable}} after the host. Redirects are not followed. */
                            url: string;
                            /** @description Sent with every request. Stored encrypted, shown masked. */
                            headers?: {
                                [key: string]: string;
                            } | null;
                            credential_uuid?: string | null;
                            /** @description What the model, or the `arguments` of an http step, must provide. */
                            parameters?: {
                                name: string;
                                /** @enum {string} */
                                type: "string" | "number" | "boolean" | "object" | "array";
                                description: string;
                                required?: boolean | null;
                                /** @description For an array: the JSON Schema of its entries. Left out: anything. */
                                items?: {
                                    [key: string]: unknown;
                                } | null;
                            }[] | null;
                            /** @description Filled in by the server: `{{column}}`, `{{initial_context.x}}`, `{{gathered_context.x}}`. */
                            preset_parameters?: {
                                name: string;
                                /** @enum {string} */
                                type: "string" | "number" | "boolean" | "object" | "array";
                                value_template: string;
                                required?: boolean | null;
                            }[] | null;
                            /** @description Default 5000. More than 10000 counts as 10000: a person waits. */
                            timeout_ms?: number | null;
                            /** @description Spoken while the person waits. */
                            customMessage?: string | null;
                            customMessageType?: ("text" | "audio") | null;
                            customMessageRecordingId?: string | null;
                            /** @description JSON body for POST, PUT and PATCH. Its texts may hold {{parameter}} and {{variable}}. */
                            body_template?: {
                                [key: string]: unknown;
                            } | null;
                            /** @description Whether the request changes something. Default: true for every method but GET. A tool that acts is called only after the person has answered, and never twice with the same values in one call. */
                            acts?: boolean | null;
                            /** @description Default false. Only an idempotent request is sent a second time after a failure. */
                            idempotent?: boolean | null;
                            /** @description Values of the JSON answer that become variables of the conversation. */
                            result_variables?: {
                                name: string;
                                /** @description Where the value is in the answer: names and indexes with dots, such as `slots.0.start`. */
                                path: string;
                                /** @description Default true: without the value the call counts as failed. */
                                required?: boolean | null;
                            }[] | null;
                            /** @description The JSON answer that trials of a workflow get instead of a real request. */
                            example_response?: unknown;
                        };
                    } | {
                        schema_version?: number | null;
                        /** @constant */
                        type: "mcp";
                        config: {
                            transport?: "streamable_http" | null;
                            /** @description The address of the MCP server (streamable HTTP). */
                            url: string;
                            credential_uuid?: string | null;
                            /** @description Names of the tools that may be used. Empty: all. */
                            tools_filter?: string[] | null;
                            /** @description More than 10 counts as 10: a person waits. */
                            timeout_secs?: number | null;
                            sse_read_timeout_secs?: number | null;
                            /** @description What the server offers. Filled in when the tool is saved or refreshed; what is sent is ignored. */
                            discovered_tools?: ({
                                name: string;
                            } & {
                                [key: string]: unknown;
                            })[] | null;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "tool_uuid": "5d1f7c1e-3f6e-4f0e-9a52-6c2d8f1f6f10",
                     *       "name": "Find order",
                     *       "description": "Finds an order by its number and says when it arrives.",
                     *       "category": "http_api",
                     *       "icon": null,
                     *       "icon_color": null,
                     *       "status": "active",
                     *       "definition": {
                     *         "schema_version": 1,
                     *         "type": "http_api",
                     *         "config": {
                     *           "method": "GET",
                     *           "url": "https://shop.example.com/orders/{{order_number}}",
                     *           "credential_uuid": "8a7c0c5e-6d0a-4b52-9f5c-0f7a1b7d2c11",
                     *           "parameters": [
                     *             {
                     *               "name": "order_number",
                     *               "type": "string",
                     *               "description": "The number of the order.",
                     *               "required": true
                     *             }
                     *           ],
                     *           "timeout_ms": 5000,
                     *           "customMessage": "One moment, I am looking that up.",
                     *           "result_variables": [
                     *             {
                     *               "name": "arrival",
                     *               "path": "delivery.date"
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "created_at": "2026-11-16T09:00:00.000Z",
                     *       "updated_at": null,
                     *       "created_by": {
                     *         "id": 1,
                     *         "provider_id": "api-key-1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        id: number;
                        tool_uuid: string;
                        name: string;
                        description: string | null;
                        /** @enum {string} */
                        category: "http_api" | "mcp";
                        icon: string | null;
                        icon_color: string | null;
                        /** @enum {string} */
                        status: "active" | "archived" | "draft";
                        /** @description As it was sent; headers with secrets masked. */
                        definition: {
                            [key: string]: unknown;
                        };
                        /** Format: date-time */
                        created_at: string;
                        updated_at: string | null;
                        /** @description The API key that created it. */
                        created_by: {
                            id: number;
                            provider_id: string;
                        } | null;
                    };
                };
            };
            /** @description `credential_not_found`: There is no credential with this uuid in your organization. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `quota_exceeded`: Your organization has reached its quota for these.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tool_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "tool_uuid": "5d1f7c1e-3f6e-4f0e-9a52-6c2d8f1f6f10",
                     *       "name": "Find order",
                     *       "description": "Finds an order by its number and says when it arrives.",
                     *       "category": "http_api",
                     *       "icon": null,
                     *       "icon_color": null,
                     *       "status": "active",
                     *       "definition": {
                     *         "schema_version": 1,
                     *         "type": "http_api",
                     *         "config": {
                     *           "method": "GET",
                     *           "url": "https://shop.example.com/orders/{{order_number}}",
                     *           "credential_uuid": "8a7c0c5e-6d0a-4b52-9f5c-0f7a1b7d2c11",
                     *           "parameters": [
                     *             {
                     *               "name": "order_number",
                     *               "type": "string",
                     *               "description": "The number of the order.",
                     *               "required": true
                     *             }
                     *           ],
                     *           "timeout_ms": 5000,
                     *           "customMessage": "One moment, I am looking that up.",
                     *           "result_variables": [
                     *             {
                     *               "name": "arrival",
                     *               "path": "delivery.date"
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "created_at": "2026-11-16T09:00:00.000Z",
                     *       "updated_at": null,
                     *       "created_by": {
                     *         "id": 1,
                     *         "provider_id": "api-key-1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        id: number;
                        tool_uuid: string;
                        name: string;
                        description: string | null;
                        /** @enum {string} */
                        category: "http_api" | "mcp";
                        icon: string | null;
                        icon_color: string | null;
                        /** @enum {string} */
                        status: "active" | "archived" | "draft";
                        /** @description As it was sent; headers with secrets masked. */
                        definition: {
                            [key: string]: unknown;
                        };
                        /** Format: date-time */
                        created_at: string;
                        updated_at: string | null;
                        /** @description The API key that created it. */
                        created_by: {
                            id: number;
                            provider_id: string;
                        } | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `tool_not_found`: There is no tool with this uuid in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tool_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Finds the order of a customer by its number."
                 *     }
                 */
                "application/json": {
                    name?: string | null;
                    description?: string | null;
                    icon?: string | null;
                    icon_color?: string | null;
                    definition?: ({
                        schema_version?: number | null;
                        /** @constant */
                        type: "http_api";
                        config: {
                            /** @enum {string} */
                            method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                            /** @description May hold {{parameter}} and {{variable}} after the host. Redirects are not followed. */
                            url: string;
                            /** @description Sent with every request. Stored encrypted, shown masked. */
                            headers?: {
                                [key: string]: string;
                            } | null;
                            credential_uuid?: string | null;
                            /** @description What the model, or the `arguments` of an http step, must provide. */
                            parameters?: {
                                name: string;
                                /** @enum {string} */
                                type: "string" | "number" | "boolean" | "object" | "array";
                                description: string;
                                required?: boolean | null;
                                /** @description For an array: the JSON Schema of its entries. Left out: anything. */
                                items?: {
                                    [key: string]: unknown;
                                } | null;
                            }[] | null;
                            /** @description Filled in by the server: `{{column}}`, `{{initial_context.x}}`, `{{gathered_context.x}}`. */
                            preset_parameters?: {
                                name: string;
                                /** @enum {string} */
                                type: "string" | "number" | "boolean" | "object" | "array";
                                value_template: string;
                                required?: boolean | null;
                            }[] | null;
                            /** @description Default 5000. More than 10000 counts as 10000: a person waits. */
                            timeout_ms?: number | null;
                            /** @description Spoken while the person waits. */
                            customMessage?: string | null;
                            customMessageType?: ("text" | "audio") | null;
                            customMessageRecordingId?: string | null;
                            /** @description JSON body for POST, PUT and PATCH. Its texts may hold {{parameter}} and {{variable}}. */
                            body_template?: {
                                [key: string]: unknown;
                            } | null;
                            /** @description Whether the request changes something. Default: true for every method but GET. A tool that acts is called only after the person has answered, and never twice with the same values in one call. */
                            acts?: boolean | null;
                            /** @description Default false. Only an idempotent request is sent a second time after a failure. */
                            idempotent?: boolean | null;
                            /** @description Values of the JSON answer that become variables of the conversation. */
                            result_variables?: {
                                name: string;
                                /** @description Where the value is in the answer: names and indexes with dots, such as `slots.0.start`. */
                                path: string;
                                /** @description Default true: without the value the call counts as failed. */
                                required?: boolean | null;
                            }[] | null;
                            /** @description The JSON answer that trials of a workflow get instead of a real request. */
                            example_response?: unknown;
                        };
                    } | {
                        schema_version?: number | null;
                        /** @constant */
                        type: "mcp";
                        config: {
                            transport?: "streamable_http" | null;
                            /** @description The address of the MCP server (streamable HTTP). */
                            url: string;
                            credential_uuid?: string | null;
                            /** @description Names of the tools that may be used. Empty: all. */
                            tools_filter?: string[] | null;
                            /** @description More than 10 counts as 10: a person waits. */
                            timeout_secs?: number | null;
                            sse_read_timeout_secs?: number | null;
                            /** @description What the server offers. Filled in when the tool is saved or refreshed; what is sent is ignored. */
                            discovered_tools?: ({
                                name: string;
                            } & {
                                [key: string]: unknown;
                            })[] | null;
                        };
                    }) | null;
                    status?: ("active" | "archived" | "draft") | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "tool_uuid": "5d1f7c1e-3f6e-4f0e-9a52-6c2d8f1f6f10",
                     *       "name": "Find order",
                     *       "description": "Finds an order by its number and says when it arrives.",
                     *       "category": "http_api",
                     *       "icon": null,
                     *       "icon_color": null,
                     *       "status": "active",
                     *       "definition": {
                     *         "schema_version": 1,
                     *         "type": "http_api",
                     *         "config": {
                     *           "method": "GET",
                     *           "url": "https://shop.example.com/orders/{{order_number}}",
                     *           "credential_uuid": "8a7c0c5e-6d0a-4b52-9f5c-0f7a1b7d2c11",
                     *           "parameters": [
                     *             {
                     *               "name": "order_number",
                     *               "type": "string",
                     *               "description": "The number of the order.",
                     *               "required": true
                     *             }
                     *           ],
                     *           "timeout_ms": 5000,
                     *           "customMessage": "One moment, I am looking that up.",
                     *           "result_variables": [
                     *             {
                     *               "name": "arrival",
                     *               "path": "delivery.date"
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "created_at": "2026-11-16T09:00:00.000Z",
                     *       "updated_at": null,
                     *       "created_by": {
                     *         "id": 1,
                     *         "provider_id": "api-key-1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        id: number;
                        tool_uuid: string;
                        name: string;
                        description: string | null;
                        /** @enum {string} */
                        category: "http_api" | "mcp";
                        icon: string | null;
                        icon_color: string | null;
                        /** @enum {string} */
                        status: "active" | "archived" | "draft";
                        /** @description As it was sent; headers with secrets masked. */
                        definition: {
                            [key: string]: unknown;
                        };
                        /** Format: date-time */
                        created_at: string;
                        updated_at: string | null;
                        /** @description The API key that created it. */
                        created_by: {
                            id: number;
                            provider_id: string;
                        } | null;
                    };
                };
            };
            /** @description `credential_not_found`: There is no credential with this uuid in your organization. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `tool_not_found`: There is no tool with this uuid in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    archiveTool: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                tool_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "archived",
                     *       "tool_uuid": "5d1f7c1e-3f6e-4f0e-9a52-6c2d8f1f6f10"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "archived";
                        tool_uuid: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `tool_not_found`: There is no tool with this uuid in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    unarchiveTool: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                tool_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "tool_uuid": "5d1f7c1e-3f6e-4f0e-9a52-6c2d8f1f6f10",
                     *       "name": "Find order",
                     *       "description": "Finds an order by its number and says when it arrives.",
                     *       "category": "http_api",
                     *       "icon": null,
                     *       "icon_color": null,
                     *       "status": "active",
                     *       "definition": {
                     *         "schema_version": 1,
                     *         "type": "http_api",
                     *         "config": {
                     *           "method": "GET",
                     *           "url": "https://shop.example.com/orders/{{order_number}}",
                     *           "credential_uuid": "8a7c0c5e-6d0a-4b52-9f5c-0f7a1b7d2c11",
                     *           "parameters": [
                     *             {
                     *               "name": "order_number",
                     *               "type": "string",
                     *               "description": "The number of the order.",
                     *               "required": true
                     *             }
                     *           ],
                     *           "timeout_ms": 5000,
                     *           "customMessage": "One moment, I am looking that up.",
                     *           "result_variables": [
                     *             {
                     *               "name": "arrival",
                     *               "path": "delivery.date"
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "created_at": "2026-11-16T09:00:00.000Z",
                     *       "updated_at": null,
                     *       "created_by": {
                     *         "id": 1,
                     *         "provider_id": "api-key-1"
                     *       }
                     *     }
                     */
                    "application/json": {
                        id: number;
                        tool_uuid: string;
                        name: string;
                        description: string | null;
                        /** @enum {string} */
                        category: "http_api" | "mcp";
                        icon: string | null;
                        icon_color: string | null;
                        /** @enum {string} */
                        status: "active" | "archived" | "draft";
                        /** @description As it was sent; headers with secrets masked. */
                        definition: {
                            [key: string]: unknown;
                        };
                        /** Format: date-time */
                        created_at: string;
                        updated_at: string | null;
                        /** @description The API key that created it. */
                        created_by: {
                            id: number;
                            provider_id: string;
                        } | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `tool_not_found`: There is no tool with this uuid in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["InProgress"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testTool: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                tool_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "llm_params": {
                 *         "order_number": "4711"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Values that a model would provide. */
                    llm_params?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description Values instead of the presets. */
                    preset_params?: {
                        [key: string]: unknown;
                    } | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "success",
                     *       "status_code": 200,
                     *       "data": {
                     *         "delivery": {
                     *           "date": "2026-11-18"
                     *         }
                     *       },
                     *       "error": null,
                     *       "reason": null,
                     *       "variables": {
                     *         "arrival": "2026-11-18"
                     *       },
                     *       "tries": 1,
                     *       "duration_ms": 87,
                     *       "request_method": "GET",
                     *       "request_url": "https://shop.example.com/orders/4711",
                     *       "request_headers": {
                     *         "accept": "application/json",
                     *         "authorization": "****************cret"
                     *       },
                     *       "request_body": null,
                     *       "request_params": {},
                     *       "consumed_path_params": [
                     *         "order_number"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        status: "success" | "error";
                        status_code: number | null;
                        /** @description The JSON of the answer, or its text. */
                        data: unknown;
                        error: string | null;
                        /** @description Why it failed: `refused`, `redirected`, `time_out`, `not_reached`, `forbidden_address`, `too_large`, `unreadable`, `incomplete`, `not_sent`. */
                        reason: string | null;
                        /** @description Variables that a conversation would get. */
                        variables: {
                            [key: string]: string;
                        };
                        tries: number;
                        duration_ms: number;
                        request_method: string;
                        request_url: string;
                        request_headers: {
                            [key: string]: string;
                        };
                        request_body: unknown;
                        request_params: {
                            [key: string]: string;
                        } | null;
                        consumed_path_params: string[];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `tool_not_found`: There is no tool with this uuid in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `tool_not_testable`: Only HTTP tools can be tested. Use mcp/refresh to look at an MCP server.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    refreshMcpTools: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                tool_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tool_uuid": "5d1f7c1e-3f6e-4f0e-9a52-6c2d8f1f6f10",
                     *       "discovered_tools": [
                     *         {
                     *           "name": "find_slot",
                     *           "description": "Finds a free appointment.",
                     *           "parameters": [
                     *             {
                     *               "name": "day",
                     *               "type": "string",
                     *               "description": "The day.",
                     *               "required": true
                     *             }
                     *           ],
                     *           "read_only": true
                     *         }
                     *       ],
                     *       "error": null
                     *     }
                     */
                    "application/json": {
                        tool_uuid: string;
                        discovered_tools: {
                            [key: string]: unknown;
                        }[];
                        error: string | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `tool_not_found`: There is no tool with this uuid in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `tool_not_mcp`: This tool is not an MCP server.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description All documents are `completed`: one that cannot be read is refused when it is uploaded. */
                status?: "pending" | "processing" | "completed" | "failed";
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "documents": [
                     *         {
                     *           "id": 4,
                     *           "document_uuid": "0f6f1a0e-3f0a-4f8e-9a8d-0d5c6a2f7b13",
                     *           "filename": "prices.pdf",
                     *           "file_size_bytes": 48213,
                     *           "file_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "mime_type": "application/pdf",
                     *           "processing_status": "completed",
                     *           "processing_error": null,
                     *           "total_chunks": 12,
                     *           "retrieval_mode": "chunked",
                     *           "language": "en",
                     *           "custom_metadata": {},
                     *           "docling_metadata": {},
                     *           "source_url": null,
                     *           "created_at": "2026-11-15T09:30:00.123Z",
                     *           "updated_at": null,
                     *           "organization_id": 1,
                     *           "created_by": 1,
                     *           "is_active": true
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 100,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": {
                        documents: components["schemas"]["KnowledgeDocument"][];
                        total: number;
                        limit: number;
                        offset: number;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadDocument: {
        parameters: {
            query?: {
                filename?: string;
                /** @description `chunked`: the model searches in it. `full_document`: the model has its first 20,000 characters before it at every turn; for short documents. */
                retrieval_mode?: "chunked" | "full_document";
                /** @description Of the document, such as `de`: its words are found in all their forms. English if left out. */
                language?: string;
            };
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/pdf": unknown;
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document": unknown;
                "text/html": string;
                "text/markdown": string;
                "text/plain": string;
                "multipart/form-data": {
                    file?: string;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 4,
                     *       "document_uuid": "0f6f1a0e-3f0a-4f8e-9a8d-0d5c6a2f7b13",
                     *       "filename": "prices.pdf",
                     *       "file_size_bytes": 48213,
                     *       "file_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "mime_type": "application/pdf",
                     *       "processing_status": "completed",
                     *       "processing_error": null,
                     *       "total_chunks": 12,
                     *       "retrieval_mode": "chunked",
                     *       "language": "en",
                     *       "custom_metadata": {},
                     *       "docling_metadata": {},
                     *       "source_url": null,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": null,
                     *       "organization_id": 1,
                     *       "created_by": 1,
                     *       "is_active": true
                     *     }
                     */
                    "application/json": components["schemas"]["KnowledgeDocument"];
                };
            };
            /** @description `bad_request`: The request is malformed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `quota_exceeded`: Your organization has reached its quota for these.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body exceeds the size limit of this URL. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                document_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 4,
                     *       "document_uuid": "0f6f1a0e-3f0a-4f8e-9a8d-0d5c6a2f7b13",
                     *       "filename": "prices.pdf",
                     *       "file_size_bytes": 48213,
                     *       "file_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "mime_type": "application/pdf",
                     *       "processing_status": "completed",
                     *       "processing_error": null,
                     *       "total_chunks": 12,
                     *       "retrieval_mode": "chunked",
                     *       "language": "en",
                     *       "custom_metadata": {},
                     *       "docling_metadata": {},
                     *       "source_url": null,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": null,
                     *       "organization_id": 1,
                     *       "created_by": 1,
                     *       "is_active": true
                     *     }
                     */
                    "application/json": components["schemas"]["KnowledgeDocument"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `document_not_found`: There is no document with this uuid in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                document_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "The document is deleted."
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `document_not_found`: There is no document with this uuid in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `document_in_use`: A workflow uses this document. Remove it there first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                document_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "retrieval_mode": "full_document"
                 *     }
                 */
                "application/json": {
                    filename?: string | null;
                    /** @description `chunked`: the model searches in it. `full_document`: the model has its first 20,000 characters before it at every turn; for short documents. */
                    retrieval_mode?: ("chunked" | "full_document") | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 4,
                     *       "document_uuid": "0f6f1a0e-3f0a-4f8e-9a8d-0d5c6a2f7b13",
                     *       "filename": "prices.pdf",
                     *       "file_size_bytes": 48213,
                     *       "file_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "mime_type": "application/pdf",
                     *       "processing_status": "completed",
                     *       "processing_error": null,
                     *       "total_chunks": 12,
                     *       "retrieval_mode": "chunked",
                     *       "language": "en",
                     *       "custom_metadata": {},
                     *       "docling_metadata": {},
                     *       "source_url": null,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": null,
                     *       "organization_id": 1,
                     *       "created_by": 1,
                     *       "is_active": true
                     *     }
                     */
                    "application/json": components["schemas"]["KnowledgeDocument"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `document_not_found`: There is no document with this uuid in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchDocuments: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "query": "What does parking cost?",
                 *       "document_uuids": [
                 *         "0f6f1a0e-3f0a-4f8e-9a8d-0d5c6a2f7b13"
                 *       ]
                 *     }
                 */
                "application/json": {
                    query: string;
                    /** @description Other words for the same that the document may use. An agent adds them by itself. */
                    keywords?: string | null;
                    document_uuids: string[];
                    limit?: number | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "chunks": [
                     *         {
                     *           "document_uuid": "0f6f1a0e-3f0a-4f8e-9a8d-0d5c6a2f7b13",
                     *           "filename": "prices.pdf",
                     *           "heading": null,
                     *           "page": 2,
                     *           "chunk_text": "Parking costs two euros per hour.",
                     *           "score": 6.1,
                     *           "coverage": 1
                     *         }
                     *       ],
                     *       "query": "What does parking cost?",
                     *       "total_results": 1
                     *     }
                     */
                    "application/json": {
                        chunks: {
                            document_uuid: string;
                            filename: string;
                            heading: string | null;
                            page: number | null;
                            chunk_text: string;
                            score: number;
                            /** @description How much of the question is in the passage, 0 to 1. */
                            coverage: number;
                        }[];
                        query: string;
                        total_results: number;
                    };
                };
            };
            /** @description `document_not_found`: There is no document with this uuid in your organization. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWorkflowRecordings: {
        parameters: {
            query?: {
                workflow_id?: number;
                tts_provider?: string;
                tts_model?: string;
                tts_voice_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recordings": [
                     *         {
                     *           "id": 3,
                     *           "recording_id": "c0a6b2de-7d6b-4a66-9d26-5f2b3b1d8a11",
                     *           "workflow_id": null,
                     *           "organization_id": 1,
                     *           "tts_provider": null,
                     *           "tts_model": null,
                     *           "tts_voice_id": null,
                     *           "transcript": "Hello, this is Anna from Harbor Dental. I am calling about your appointment.",
                     *           "transcript_source": "given",
                     *           "storage_key": "workflow_recordings/c0a6b2de-7d6b-4a66-9d26-5f2b3b1d8a11",
                     *           "storage_backend": "database",
                     *           "metadata": {
                     *             "name": "greeting.wav",
                     *             "format": "wav",
                     *             "duration_ms": 4820,
                     *             "gain_db": 6.5
                     *           },
                     *           "created_by": 1,
                     *           "created_at": "2026-11-15T09:30:00.123Z",
                     *           "is_active": true
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        recordings: components["schemas"]["WorkflowRecording"][];
                        total: number;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadWorkflowRecording: {
        parameters: {
            query?: {
                name?: string;
                transcript?: string;
                /** @description Of what is said, such as `de`; English if left out. */
                language?: string;
            };
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "audio/wav": unknown;
                "audio/mpeg": unknown;
                "multipart/form-data": {
                    file?: string;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "recording_id": "c0a6b2de-7d6b-4a66-9d26-5f2b3b1d8a11",
                     *       "workflow_id": null,
                     *       "organization_id": 1,
                     *       "tts_provider": null,
                     *       "tts_model": null,
                     *       "tts_voice_id": null,
                     *       "transcript": "Hello, this is Anna from Harbor Dental. I am calling about your appointment.",
                     *       "transcript_source": "given",
                     *       "storage_key": "workflow_recordings/c0a6b2de-7d6b-4a66-9d26-5f2b3b1d8a11",
                     *       "storage_backend": "database",
                     *       "metadata": {
                     *         "name": "greeting.wav",
                     *         "format": "wav",
                     *         "duration_ms": 4820,
                     *         "gain_db": 6.5
                     *       },
                     *       "created_by": 1,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "is_active": true
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowRecording"];
                };
            };
            /** @description `bad_request`: The request is malformed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `quota_exceeded`: Your organization has reached its quota for these.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body exceeds the size limit of this URL. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            /** @description `disk_full`: The server has too little disk space left for this file. Ask its operator. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    transcribeRecording: {
        parameters: {
            query?: {
                /** @description Of what is said, such as `de`; English if left out. */
                language?: string;
            };
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "audio/wav": unknown;
                "audio/mpeg": unknown;
                "multipart/form-data": {
                    file?: string;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "transcript": "Hello, this is Anna from Harbor Dental. I am calling about your appointment.",
                     *       "duration_ms": 4820
                     *     }
                     */
                    "application/json": {
                        transcript: string;
                        duration_ms: number;
                    };
                };
            };
            /** @description `bad_request`: The request is malformed. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `transcription_unavailable`: This installation cannot recognize speech in this language. Write the transcript yourself and send it with the recording.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body exceeds the size limit of this URL. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: Send the body as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            /** @description `disk_full`: The server has too little disk space left for this file. Ask its operator. */
            507: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getWorkflowRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "recording_id": "c0a6b2de-7d6b-4a66-9d26-5f2b3b1d8a11",
                     *       "workflow_id": null,
                     *       "organization_id": 1,
                     *       "tts_provider": null,
                     *       "tts_model": null,
                     *       "tts_voice_id": null,
                     *       "transcript": "Hello, this is Anna from Harbor Dental. I am calling about your appointment.",
                     *       "transcript_source": "given",
                     *       "storage_key": "workflow_recordings/c0a6b2de-7d6b-4a66-9d26-5f2b3b1d8a11",
                     *       "storage_backend": "database",
                     *       "metadata": {
                     *         "name": "greeting.wav",
                     *         "format": "wav",
                     *         "duration_ms": 4820,
                     *         "gain_db": 6.5
                     *       },
                     *       "created_by": 1,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "is_active": true
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowRecording"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `workflow_recording_not_found`: There is no recording with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWorkflowRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "The recording is deleted."
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        message: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `workflow_recording_not_found`: There is no recording with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `workflow_recording_in_use`: A workflow plays this recording. Remove it there first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWorkflowRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "transcript": "Hello, this is Anna from Harbor Dental. I am calling about your appointment."
                 *     }
                 */
                "application/json": {
                    name?: string | null;
                    transcript?: string | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "recording_id": "c0a6b2de-7d6b-4a66-9d26-5f2b3b1d8a11",
                     *       "workflow_id": null,
                     *       "organization_id": 1,
                     *       "tts_provider": null,
                     *       "tts_model": null,
                     *       "tts_voice_id": null,
                     *       "transcript": "Hello, this is Anna from Harbor Dental. I am calling about your appointment.",
                     *       "transcript_source": "given",
                     *       "storage_key": "workflow_recordings/c0a6b2de-7d6b-4a66-9d26-5f2b3b1d8a11",
                     *       "storage_backend": "database",
                     *       "metadata": {
                     *         "name": "greeting.wav",
                     *         "format": "wav",
                     *         "duration_ms": 4820,
                     *         "gain_db": 6.5
                     *       },
                     *       "created_by": 1,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "is_active": true
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowRecording"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `workflow_recording_not_found`: There is no recording with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkflowRecordingAudio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                recording_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recording. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": unknown;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `workflow_recording_not_found`: There is no recording with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "uuid": "8a7c0c5e-6d0a-4b52-9f5c-0f7a1b7d2c11",
                     *         "name": "Calendar",
                     *         "description": null,
                     *         "credential_type": "bearer_token",
                     *         "created_at": "2026-11-16T09:00:00.000Z",
                     *         "updated_at": null
                     *       }
                     *     ]
                     */
                    "application/json": {
                        uuid: string;
                        name: string;
                        description: string | null;
                        /** @enum {string} */
                        credential_type: "none" | "api_key" | "bearer_token" | "basic_auth" | "custom_header";
                        /** Format: date-time */
                        created_at: string;
                        updated_at: string | null;
                    }[];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Calendar",
                 *       "credential_type": "bearer_token",
                 *       "credential_data": {
                 *         "token": "a-long-secret"
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    description?: string | null;
                    /** @enum {string} */
                    credential_type: "none" | "api_key" | "bearer_token" | "basic_auth" | "custom_header";
                    credential_data: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uuid": "8a7c0c5e-6d0a-4b52-9f5c-0f7a1b7d2c11",
                     *       "name": "Calendar",
                     *       "description": null,
                     *       "credential_type": "bearer_token",
                     *       "created_at": "2026-11-16T09:00:00.000Z",
                     *       "updated_at": null
                     *     }
                     */
                    "application/json": {
                        uuid: string;
                        name: string;
                        description: string | null;
                        /** @enum {string} */
                        credential_type: "none" | "api_key" | "bearer_token" | "basic_auth" | "custom_header";
                        /** Format: date-time */
                        created_at: string;
                        updated_at: string | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `credential_name_taken`: Another credential already has this name.
             *
             *     `quota_exceeded`: Your organization has reached its quota for these.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credential_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uuid": "8a7c0c5e-6d0a-4b52-9f5c-0f7a1b7d2c11",
                     *       "name": "Calendar",
                     *       "description": null,
                     *       "credential_type": "bearer_token",
                     *       "created_at": "2026-11-16T09:00:00.000Z",
                     *       "updated_at": null
                     *     }
                     */
                    "application/json": {
                        uuid: string;
                        name: string;
                        description: string | null;
                        /** @enum {string} */
                        credential_type: "none" | "api_key" | "bearer_token" | "basic_auth" | "custom_header";
                        /** Format: date-time */
                        created_at: string;
                        updated_at: string | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `credential_not_found`: There is no credential with this uuid in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credential_uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "credential_data": {
                 *         "token": "a-new-secret"
                 *       }
                 *     }
                 */
                "application/json": {
                    name?: string | null;
                    description?: string | null;
                    credential_type?: ("none" | "api_key" | "bearer_token" | "basic_auth" | "custom_header") | null;
                    credential_data?: {
                        [key: string]: unknown;
                    } | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "uuid": "8a7c0c5e-6d0a-4b52-9f5c-0f7a1b7d2c11",
                     *       "name": "Calendar",
                     *       "description": null,
                     *       "credential_type": "bearer_token",
                     *       "created_at": "2026-11-16T09:00:00.000Z",
                     *       "updated_at": null
                     *     }
                     */
                    "application/json": {
                        uuid: string;
                        name: string;
                        description: string | null;
                        /** @enum {string} */
                        credential_type: "none" | "api_key" | "bearer_token" | "basic_auth" | "custom_header";
                        /** Format: date-time */
                        created_at: string;
                        updated_at: string | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `credential_not_found`: There is no credential with this uuid in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `credential_name_taken`: Another credential already has this name. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credential_uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "deleted",
                     *       "uuid": "8a7c0c5e-6d0a-4b52-9f5c-0f7a1b7d2c11"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        status: "deleted";
                        uuid: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `credential_not_found`: There is no credential with this uuid in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `credential_in_use`: A tool, a fetch before the call, or the number check uses this credential (`details.used_by`). Give it another one first. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkflowWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                     *       "previous_secret_until": null
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowWebhookSecret"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWorkflowWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                     *       "previous_secret_until": "2026-11-16T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowWebhookSecret"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSimulatedPeople: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "people": [
                     *         {
                     *           "name": "interrupts",
                     *           "title": "Interrupts, then agrees",
                     *           "description": "Asks in mid-sentence who is calling."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        people: {
                            name: string;
                            title: string;
                            description: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    tryWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": 1,
                 *       "variables": {
                 *         "first_name": "Ada"
                 *       }
                 *     }
                 */
                "application/json": {
                    workflow_id?: number | null;
                    workflow_definition?: components["schemas"]["WorkflowDefinition"] | null;
                    variables?: {
                        [key: string]: string;
                    } | null;
                    /** @description Said on picking up, while the greeting plays. */
                    answers_with?: string | null;
                    /** @description Of the person, for “tomorrow”; UTC if left out. */
                    timezone?: string | null;
                    /** @description Instead of the workflow’s own. */
                    brain?: ("script" | "pipeline" | "realtime") | null;
                    /** @description Talk by a microphone instead of texts. */
                    audio?: boolean | null;
                    /** @description Somebody simulated answers instead of you. By text the whole conversation is held at once and answered as ended, with an empty `try_id`; with `audio` it is held in real time, and the websocket plays both voices. */
                    person?: ("agrees" | "refuses" | "interrupts" | "mumbles" | "silent" | "presses_keys" | "objects" | "chatters" | "leaves" | "agrees_slowly") | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "try_id": "Zm9vYmFyYmF6cXV4MTIzNDU2",
                     *       "expires_at": "2026-11-15T09:45:00.123Z",
                     *       "state": "waiting",
                     *       "said": [
                     *         {
                     *           "who": "agent",
                     *           "text": "Hello Ada. Shall we call you back tomorrow?",
                     *           "heard": null,
                     *           "node": "start"
                     *         }
                     *       ],
                     *       "node": "start",
                     *       "steps": [
                     *         {
                     *           "node": "start",
                     *           "name": "Greeting",
                     *           "edge": null,
                     *           "label": null,
                     *           "because": null,
                     *           "why": null,
                     *           "score": null
                     *         }
                     *       ],
                     *       "not_understood": null,
                     *       "gathered": {},
                     *       "actions": [],
                     *       "missing_variables": [],
                     *       "disposition": null,
                     *       "ended_by": null,
                     *       "elapsed_ms": 2580,
                     *       "audio_url": null
                     *     }
                     */
                    "application/json": components["schemas"]["TriedConversation"];
                };
            };
            /** @description `workflow_not_found`: There is no workflow with this id in your organization. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `workflow_needs_a_model`: This workflow needs a language model. Configure one, or fill in the field "say" of every node.
             *
             *     `try_needs_a_microphone`: This workflow uses a speech-to-speech model. Test it with audio, or with the brain script or pipeline.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            /**
             * @description `too_many_tries`: Too many test conversations are open. End one, or wait a few minutes.
             *
             *     `too_many_requests`: Your organization has reached its request limit. Wait a moment and try again.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sayInTry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                try_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Sure."
                 *     }
                 */
                "application/json": {
                    text?: string | null;
                    keys?: string | null;
                    silence?: boolean | null;
                    machine?: boolean | null;
                    hang_up?: boolean | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "try_id": "Zm9vYmFyYmF6cXV4MTIzNDU2",
                     *       "expires_at": "2026-11-15T09:45:00.123Z",
                     *       "state": "ended",
                     *       "said": [
                     *         {
                     *           "who": "person",
                     *           "text": "Sure.",
                     *           "heard": null,
                     *           "node": "start"
                     *         },
                     *         {
                     *           "who": "agent",
                     *           "text": "Until tomorrow then.",
                     *           "heard": null,
                     *           "node": "yes"
                     *         }
                     *       ],
                     *       "node": "yes",
                     *       "steps": [
                     *         {
                     *           "node": "yes",
                     *           "name": "Agreed",
                     *           "edge": "start-yes",
                     *           "label": "Yes",
                     *           "because": "yes_no",
                     *           "why": "The words mean the yes or the no that this edge stands for.",
                     *           "score": null
                     *         }
                     *       ],
                     *       "not_understood": null,
                     *       "gathered": {},
                     *       "actions": [],
                     *       "missing_variables": [],
                     *       "disposition": "agreed",
                     *       "ended_by": "agent",
                     *       "elapsed_ms": 4900,
                     *       "audio_url": null
                     *     }
                     */
                    "application/json": components["schemas"]["TriedConversation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `try_not_found`: There is no such test conversation on this node. It ended or expired. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    endTry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                try_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "try_id": "Zm9vYmFyYmF6cXV4MTIzNDU2"
                     *     }
                     */
                    "application/json": {
                        try_id: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `try_not_found`: There is no such test conversation on this node. It ended or expired. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    runDialogues: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                workflow_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "dialogue_ids": [
                 *         1
                 *       ]
                 *     }
                 */
                "application/json": {
                    workflow_definition?: components["schemas"]["WorkflowDefinition"] | null;
                    dialogue_ids?: number[] | null;
                    brain?: ("script" | "pipeline") | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "passed": 0,
                     *       "failed": 1,
                     *       "results": [
                     *         {
                     *           "dialogue_id": 1,
                     *           "name": "Agrees",
                     *           "passed": false,
                     *           "failures": [
                     *             {
                     *               "step": null,
                     *               "message": "Expected to end as agreed; it ended as declined."
                     *             }
                     *           ],
                     *           "disposition": "declined",
                     *           "gathered": {},
                     *           "transcript": [
                     *             {
                     *               "who": "agent",
                     *               "text": "Hello Ada. Shall we call you back tomorrow?",
                     *               "heard": null,
                     *               "node": "start"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DialogueRun"];
                };
            };
            /** @description `dialogue_not_found`: There is no dialogue with this id in this workflow. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `workflow_not_found`: There is no workflow with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `workflow_needs_a_model`: This workflow needs a language model. Configure one, or fill in the field "say" of every node.
             *
             *     `try_needs_a_microphone`: This workflow uses a speech-to-speech model. Test it with audio, or with the brain script or pipeline.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                state?: "draft" | "running" | "paused" | "completed" | "failed";
                /** @description `false` leaves the log entries out. */
                logs?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "campaigns": [
                     *         {
                     *           "id": 1,
                     *           "name": "November reminders",
                     *           "workflow_id": 1,
                     *           "workflow_name": "Appointment reminder",
                     *           "workflow_version_number": null,
                     *           "workflow_current_version_number": 2,
                     *           "state": "draft",
                     *           "source_type": "csv",
                     *           "source_id": "csv_6f1c2b7e9a0d",
                     *           "total_rows": 20,
                     *           "processed_rows": 0,
                     *           "failed_rows": 0,
                     *           "created_at": "2026-11-15T09:30:00.123Z",
                     *           "started_at": null,
                     *           "completed_at": null,
                     *           "retry_config": {
                     *             "enabled": true,
                     *             "max_retries": 2,
                     *             "retry_delay_seconds": 120,
                     *             "retry_on_busy": true,
                     *             "retry_on_no_answer": true,
                     *             "retry_on_voicemail": true
                     *           },
                     *           "max_concurrency": 10,
                     *           "schedule_config": {
                     *             "enabled": true,
                     *             "timezone": "Europe/Berlin",
                     *             "slots": [
                     *               {
                     *                 "day_of_week": 0,
                     *                 "start_time": "09:00",
                     *                 "end_time": "20:00"
                     *               }
                     *             ]
                     *           },
                     *           "circuit_breaker": {
                     *             "enabled": false,
                     *             "failure_threshold": 0.5,
                     *             "window_seconds": 120,
                     *             "min_calls_in_window": 5
                     *           },
                     *           "keep_open": false,
                     *           "finish_on_inbound": true,
                     *           "max_spend": null,
                     *           "spent": "0.00",
                     *           "currency": null,
                     *           "policy": null,
                     *           "policy_version": null,
                     *           "executed_count": 0,
                     *           "total_queued_count": 0,
                     *           "live_calls": 0,
                     *           "outcomes": {},
                     *           "parent_campaign_id": null,
                     *           "redialed_campaign_id": null,
                     *           "telephony_configuration_id": 1,
                     *           "telephony_configuration_name": "Office PBX",
                     *           "is_simulated": false,
                     *           "logs": [
                     *             {
                     *               "ts": "2026-11-15T09:30:00.123Z",
                     *               "level": "info",
                     *               "event": "campaign_created",
                     *               "message": "The campaign was created.",
                     *               "details": {
                     *                 "by": "API key 1",
                     *                 "total_rows": 20
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        campaigns: components["schemas"]["Campaign"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "November reminders",
                 *       "workflow_id": 1,
                 *       "source_type": "csv",
                 *       "source_id": "csv_6f1c2b7e9a0d",
                 *       "max_concurrency": 10,
                 *       "retry_config": {
                 *         "max_retries": 2,
                 *         "retry_delay_seconds": 600
                 *       }
                 *     }
                 */
                "application/json": {
                    name: string;
                    workflow_id: number;
                    source_type: string;
                    source_id: string;
                    telephony_configuration_id?: number | null;
                    retry_config?: {
                        enabled?: boolean | null;
                        max_retries?: number | null;
                        retry_delay_seconds?: number | null;
                        retry_on_busy?: boolean | null;
                        retry_on_no_answer?: boolean | null;
                        retry_on_voicemail?: boolean | null;
                        retry_after_message?: boolean | null;
                    } | null;
                    max_concurrency?: number | null;
                    schedule_config?: {
                        enabled?: boolean | null;
                        timezone?: string | null;
                        slots?: {
                            day_of_week: number;
                            start_time: string;
                            end_time: string;
                        }[] | null;
                    } | null;
                    circuit_breaker?: {
                        enabled?: boolean | null;
                        failure_threshold?: number | null;
                        window_seconds?: number | null;
                        min_calls_in_window?: number | null;
                    } | null;
                    /** @description The campaign stays running when all its contacts are done, and calls the people who are added later. Off unless you say so; `close` ends it. */
                    keep_open?: boolean | null;
                    /** @description A waiting contact who calls one of your numbers and talks with the agent for at least 10 seconds is finished with the outcome `inbound` and not called again. On unless you say otherwise. */
                    finish_on_inbound?: boolean | null;
                    /** @description Calling rules of this campaign, beside those of the organization; only stricter ones. */
                    policy?: components["schemas"]["PolicyInput"] | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "November reminders",
                     *       "workflow_id": 1,
                     *       "workflow_name": "Appointment reminder",
                     *       "workflow_version_number": null,
                     *       "workflow_current_version_number": 2,
                     *       "state": "draft",
                     *       "source_type": "csv",
                     *       "source_id": "csv_6f1c2b7e9a0d",
                     *       "total_rows": 20,
                     *       "processed_rows": 0,
                     *       "failed_rows": 0,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "retry_config": {
                     *         "enabled": true,
                     *         "max_retries": 2,
                     *         "retry_delay_seconds": 120,
                     *         "retry_on_busy": true,
                     *         "retry_on_no_answer": true,
                     *         "retry_on_voicemail": true
                     *       },
                     *       "max_concurrency": 10,
                     *       "schedule_config": {
                     *         "enabled": true,
                     *         "timezone": "Europe/Berlin",
                     *         "slots": [
                     *           {
                     *             "day_of_week": 0,
                     *             "start_time": "09:00",
                     *             "end_time": "20:00"
                     *           }
                     *         ]
                     *       },
                     *       "circuit_breaker": {
                     *         "enabled": false,
                     *         "failure_threshold": 0.5,
                     *         "window_seconds": 120,
                     *         "min_calls_in_window": 5
                     *       },
                     *       "keep_open": false,
                     *       "finish_on_inbound": true,
                     *       "max_spend": null,
                     *       "spent": "0.00",
                     *       "currency": null,
                     *       "policy": null,
                     *       "policy_version": null,
                     *       "executed_count": 0,
                     *       "total_queued_count": 0,
                     *       "live_calls": 0,
                     *       "outcomes": {},
                     *       "parent_campaign_id": null,
                     *       "redialed_campaign_id": null,
                     *       "telephony_configuration_id": 1,
                     *       "telephony_configuration_name": "Office PBX",
                     *       "is_simulated": false,
                     *       "logs": [
                     *         {
                     *           "ts": "2026-11-15T09:30:00.123Z",
                     *           "level": "info",
                     *           "event": "campaign_created",
                     *           "message": "The campaign was created.",
                     *           "details": {
                     *             "by": "API key 1",
                     *             "total_rows": 20
                     *           }
                     *         }
                     *       ],
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignWithWarnings"];
                };
            };
            /**
             * @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization.
             *
             *     `workflow_not_found`: There is no workflow with this id in your organization.
             *
             *     `source_not_found`: There is no uploaded contact list with this source_id.
             *
             *     `missing_variables`: The contact list lacks columns that the workflow uses.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `workflow_archived`: This workflow is archived.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "November reminders",
                     *       "workflow_id": 1,
                     *       "workflow_name": "Appointment reminder",
                     *       "workflow_version_number": null,
                     *       "workflow_current_version_number": 2,
                     *       "state": "draft",
                     *       "source_type": "csv",
                     *       "source_id": "csv_6f1c2b7e9a0d",
                     *       "total_rows": 20,
                     *       "processed_rows": 0,
                     *       "failed_rows": 0,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "retry_config": {
                     *         "enabled": true,
                     *         "max_retries": 2,
                     *         "retry_delay_seconds": 120,
                     *         "retry_on_busy": true,
                     *         "retry_on_no_answer": true,
                     *         "retry_on_voicemail": true
                     *       },
                     *       "max_concurrency": 10,
                     *       "schedule_config": {
                     *         "enabled": true,
                     *         "timezone": "Europe/Berlin",
                     *         "slots": [
                     *           {
                     *             "day_of_week": 0,
                     *             "start_time": "09:00",
                     *             "end_time": "20:00"
                     *           }
                     *         ]
                     *       },
                     *       "circuit_breaker": {
                     *         "enabled": false,
                     *         "failure_threshold": 0.5,
                     *         "window_seconds": 120,
                     *         "min_calls_in_window": 5
                     *       },
                     *       "keep_open": false,
                     *       "finish_on_inbound": true,
                     *       "max_spend": null,
                     *       "spent": "0.00",
                     *       "currency": null,
                     *       "policy": null,
                     *       "policy_version": null,
                     *       "executed_count": 0,
                     *       "total_queued_count": 0,
                     *       "live_calls": 0,
                     *       "outcomes": {},
                     *       "parent_campaign_id": null,
                     *       "redialed_campaign_id": null,
                     *       "telephony_configuration_id": 1,
                     *       "telephony_configuration_name": "Office PBX",
                     *       "is_simulated": false,
                     *       "logs": [
                     *         {
                     *           "ts": "2026-11-15T09:30:00.123Z",
                     *           "level": "info",
                     *           "event": "campaign_created",
                     *           "message": "The campaign was created.",
                     *           "details": {
                     *             "by": "API key 1",
                     *             "total_rows": 20
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "November reminders",
                     *       "workflow_id": 1,
                     *       "workflow_name": "Appointment reminder",
                     *       "workflow_version_number": null,
                     *       "workflow_current_version_number": 2,
                     *       "state": "draft",
                     *       "source_type": "csv",
                     *       "source_id": "csv_6f1c2b7e9a0d",
                     *       "total_rows": 20,
                     *       "processed_rows": 0,
                     *       "failed_rows": 0,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "retry_config": {
                     *         "enabled": true,
                     *         "max_retries": 2,
                     *         "retry_delay_seconds": 120,
                     *         "retry_on_busy": true,
                     *         "retry_on_no_answer": true,
                     *         "retry_on_voicemail": true
                     *       },
                     *       "max_concurrency": 10,
                     *       "schedule_config": {
                     *         "enabled": true,
                     *         "timezone": "Europe/Berlin",
                     *         "slots": [
                     *           {
                     *             "day_of_week": 0,
                     *             "start_time": "09:00",
                     *             "end_time": "20:00"
                     *           }
                     *         ]
                     *       },
                     *       "circuit_breaker": {
                     *         "enabled": false,
                     *         "failure_threshold": 0.5,
                     *         "window_seconds": 120,
                     *         "min_calls_in_window": 5
                     *       },
                     *       "keep_open": false,
                     *       "finish_on_inbound": true,
                     *       "max_spend": null,
                     *       "spent": "0.00",
                     *       "currency": null,
                     *       "policy": null,
                     *       "policy_version": null,
                     *       "executed_count": 0,
                     *       "total_queued_count": 0,
                     *       "live_calls": 0,
                     *       "outcomes": {},
                     *       "parent_campaign_id": null,
                     *       "redialed_campaign_id": null,
                     *       "telephony_configuration_id": 1,
                     *       "telephony_configuration_name": "Office PBX",
                     *       "is_simulated": false,
                     *       "logs": [
                     *         {
                     *           "ts": "2026-11-15T09:30:00.123Z",
                     *           "level": "info",
                     *           "event": "campaign_created",
                     *           "message": "The campaign was created.",
                     *           "details": {
                     *             "by": "API key 1",
                     *             "total_rows": 20
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `campaign_not_deletable`: A running campaign cannot be deleted. Pause it first.
             *
             *     `campaign_has_live_calls`: This campaign has live calls. Try again when they have ended.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "max_concurrency": 20
                 *     }
                 */
                "application/json": {
                    name?: string | null;
                    retry_config?: {
                        enabled?: boolean | null;
                        max_retries?: number | null;
                        retry_delay_seconds?: number | null;
                        retry_on_busy?: boolean | null;
                        retry_on_no_answer?: boolean | null;
                        retry_on_voicemail?: boolean | null;
                        retry_after_message?: boolean | null;
                    } | null;
                    max_concurrency?: number | null;
                    schedule_config?: {
                        enabled?: boolean | null;
                        timezone?: string | null;
                        slots?: {
                            day_of_week: number;
                            start_time: string;
                            end_time: string;
                        }[] | null;
                    } | null;
                    circuit_breaker?: {
                        enabled?: boolean | null;
                        failure_threshold?: number | null;
                        window_seconds?: number | null;
                        min_calls_in_window?: number | null;
                    } | null;
                    /** @description The campaign stays running when all its contacts are done, and calls the people who are added later. Off unless you say so; `close` ends it. */
                    keep_open?: boolean | null;
                    /** @description A waiting contact who calls one of your numbers and talks with the agent for at least 10 seconds is finished with the outcome `inbound` and not called again. On unless you say otherwise. */
                    finish_on_inbound?: boolean | null;
                    /** @description Calling rules of this campaign, beside those of the organization; only stricter ones. */
                    policy?: components["schemas"]["PolicyInput"] | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "November reminders",
                     *       "workflow_id": 1,
                     *       "workflow_name": "Appointment reminder",
                     *       "workflow_version_number": null,
                     *       "workflow_current_version_number": 2,
                     *       "state": "draft",
                     *       "source_type": "csv",
                     *       "source_id": "csv_6f1c2b7e9a0d",
                     *       "total_rows": 20,
                     *       "processed_rows": 0,
                     *       "failed_rows": 0,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "retry_config": {
                     *         "enabled": true,
                     *         "max_retries": 2,
                     *         "retry_delay_seconds": 120,
                     *         "retry_on_busy": true,
                     *         "retry_on_no_answer": true,
                     *         "retry_on_voicemail": true
                     *       },
                     *       "max_concurrency": 10,
                     *       "schedule_config": {
                     *         "enabled": true,
                     *         "timezone": "Europe/Berlin",
                     *         "slots": [
                     *           {
                     *             "day_of_week": 0,
                     *             "start_time": "09:00",
                     *             "end_time": "20:00"
                     *           }
                     *         ]
                     *       },
                     *       "circuit_breaker": {
                     *         "enabled": false,
                     *         "failure_threshold": 0.5,
                     *         "window_seconds": 120,
                     *         "min_calls_in_window": 5
                     *       },
                     *       "keep_open": false,
                     *       "finish_on_inbound": true,
                     *       "max_spend": null,
                     *       "spent": "0.00",
                     *       "currency": null,
                     *       "policy": null,
                     *       "policy_version": null,
                     *       "executed_count": 0,
                     *       "total_queued_count": 0,
                     *       "live_calls": 0,
                     *       "outcomes": {},
                     *       "parent_campaign_id": null,
                     *       "redialed_campaign_id": null,
                     *       "telephony_configuration_id": 1,
                     *       "telephony_configuration_name": "Office PBX",
                     *       "is_simulated": false,
                     *       "logs": [
                     *         {
                     *           "ts": "2026-11-15T09:30:00.123Z",
                     *           "level": "info",
                     *           "event": "campaign_created",
                     *           "message": "The campaign was created.",
                     *           "details": {
                     *             "by": "API key 1",
                     *             "total_rows": 20
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `campaign_not_editable`: Only a draft or paused campaign can be changed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "accept_duties": [
                 *         "us-written-consent"
                 *       ]
                 *     }
                 */
                "application/json": {
                    accept_duties?: string[] | null;
                } | null;
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "November reminders",
                     *       "workflow_id": 1,
                     *       "workflow_name": "Appointment reminder",
                     *       "workflow_version_number": null,
                     *       "workflow_current_version_number": 2,
                     *       "state": "draft",
                     *       "source_type": "csv",
                     *       "source_id": "csv_6f1c2b7e9a0d",
                     *       "total_rows": 20,
                     *       "processed_rows": 0,
                     *       "failed_rows": 0,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "retry_config": {
                     *         "enabled": true,
                     *         "max_retries": 2,
                     *         "retry_delay_seconds": 120,
                     *         "retry_on_busy": true,
                     *         "retry_on_no_answer": true,
                     *         "retry_on_voicemail": true
                     *       },
                     *       "max_concurrency": 10,
                     *       "schedule_config": {
                     *         "enabled": true,
                     *         "timezone": "Europe/Berlin",
                     *         "slots": [
                     *           {
                     *             "day_of_week": 0,
                     *             "start_time": "09:00",
                     *             "end_time": "20:00"
                     *           }
                     *         ]
                     *       },
                     *       "circuit_breaker": {
                     *         "enabled": false,
                     *         "failure_threshold": 0.5,
                     *         "window_seconds": 120,
                     *         "min_calls_in_window": 5
                     *       },
                     *       "keep_open": false,
                     *       "finish_on_inbound": true,
                     *       "max_spend": null,
                     *       "spent": "0.00",
                     *       "currency": null,
                     *       "policy": null,
                     *       "policy_version": null,
                     *       "executed_count": 0,
                     *       "total_queued_count": 0,
                     *       "live_calls": 0,
                     *       "outcomes": {},
                     *       "parent_campaign_id": null,
                     *       "redialed_campaign_id": null,
                     *       "telephony_configuration_id": 1,
                     *       "telephony_configuration_name": "Office PBX",
                     *       "is_simulated": false,
                     *       "logs": [
                     *         {
                     *           "ts": "2026-11-15T09:30:00.123Z",
                     *           "level": "info",
                     *           "event": "campaign_created",
                     *           "message": "The campaign was created.",
                     *           "details": {
                     *             "by": "API key 1",
                     *             "total_rows": 20
                     *           }
                     *         }
                     *       ],
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignWithWarnings"];
                };
            };
            /**
             * @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization.
             *
             *     `workflow_not_found`: There is no workflow with this id in your organization.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `campaign_not_startable`: Only a draft, paused or failed campaign can be started.
             *
             *     `no_caller_id`: This carrier requires a caller ID. Add an active phone number to the configuration.
             *
             *     `public_url_unreachable`: Carriers cannot reach this server at PUBLIC_URL.
             *
             *     `workflow_needs_a_model`: This workflow needs a language model. Configure one, or fill in the field "say" of every node.
             *
             *     `speech_unavailable`: Install the optional speech packages, or configure a speech service.
             *
             *     `language_unavailable`: The configured voice or recognizer does not support the language of this workflow.
             *
             *     `quota_exceeded`: Your organization has reached its quota for these.
             *
             *     `required_sentence_missing`: The workflow does not contain a sentence that the policy requires.
             *
             *     `spend_limit_reached`: A spend limit is reached. Raise the limit of the organization or of the campaign, or wait for the next day.
             *
             *     `duties_open`: Some duties are not confirmed for this list. Confirm them, or accept each by its id in `accept_duties`.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "November reminders",
                     *       "workflow_id": 1,
                     *       "workflow_name": "Appointment reminder",
                     *       "workflow_version_number": null,
                     *       "workflow_current_version_number": 2,
                     *       "state": "draft",
                     *       "source_type": "csv",
                     *       "source_id": "csv_6f1c2b7e9a0d",
                     *       "total_rows": 20,
                     *       "processed_rows": 0,
                     *       "failed_rows": 0,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "retry_config": {
                     *         "enabled": true,
                     *         "max_retries": 2,
                     *         "retry_delay_seconds": 120,
                     *         "retry_on_busy": true,
                     *         "retry_on_no_answer": true,
                     *         "retry_on_voicemail": true
                     *       },
                     *       "max_concurrency": 10,
                     *       "schedule_config": {
                     *         "enabled": true,
                     *         "timezone": "Europe/Berlin",
                     *         "slots": [
                     *           {
                     *             "day_of_week": 0,
                     *             "start_time": "09:00",
                     *             "end_time": "20:00"
                     *           }
                     *         ]
                     *       },
                     *       "circuit_breaker": {
                     *         "enabled": false,
                     *         "failure_threshold": 0.5,
                     *         "window_seconds": 120,
                     *         "min_calls_in_window": 5
                     *       },
                     *       "keep_open": false,
                     *       "finish_on_inbound": true,
                     *       "max_spend": null,
                     *       "spent": "0.00",
                     *       "currency": null,
                     *       "policy": null,
                     *       "policy_version": null,
                     *       "executed_count": 0,
                     *       "total_queued_count": 0,
                     *       "live_calls": 0,
                     *       "outcomes": {},
                     *       "parent_campaign_id": null,
                     *       "redialed_campaign_id": null,
                     *       "telephony_configuration_id": 1,
                     *       "telephony_configuration_name": "Office PBX",
                     *       "is_simulated": false,
                     *       "logs": [
                     *         {
                     *           "ts": "2026-11-15T09:30:00.123Z",
                     *           "level": "info",
                     *           "event": "campaign_created",
                     *           "message": "The campaign was created.",
                     *           "details": {
                     *             "by": "API key 1",
                     *             "total_rows": 20
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `campaign_not_pausable`: Only a running campaign can be paused.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseAllCampaigns: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "paused": [
                     *         {
                     *           "id": 1,
                     *           "name": "November reminders",
                     *           "live_calls": 4
                     *         }
                     *       ],
                     *       "still_running": []
                     *     }
                     */
                    "application/json": {
                        paused: {
                            id: number;
                            name: string;
                            live_calls: number;
                        }[];
                        still_running: {
                            id: number;
                            name: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "use_current_version": true
                 *     }
                 */
                "application/json": {
                    use_current_version?: boolean | null;
                    accept_duties?: string[] | null;
                } | null;
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "November reminders",
                     *       "workflow_id": 1,
                     *       "workflow_name": "Appointment reminder",
                     *       "workflow_version_number": null,
                     *       "workflow_current_version_number": 2,
                     *       "state": "draft",
                     *       "source_type": "csv",
                     *       "source_id": "csv_6f1c2b7e9a0d",
                     *       "total_rows": 20,
                     *       "processed_rows": 0,
                     *       "failed_rows": 0,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "retry_config": {
                     *         "enabled": true,
                     *         "max_retries": 2,
                     *         "retry_delay_seconds": 120,
                     *         "retry_on_busy": true,
                     *         "retry_on_no_answer": true,
                     *         "retry_on_voicemail": true
                     *       },
                     *       "max_concurrency": 10,
                     *       "schedule_config": {
                     *         "enabled": true,
                     *         "timezone": "Europe/Berlin",
                     *         "slots": [
                     *           {
                     *             "day_of_week": 0,
                     *             "start_time": "09:00",
                     *             "end_time": "20:00"
                     *           }
                     *         ]
                     *       },
                     *       "circuit_breaker": {
                     *         "enabled": false,
                     *         "failure_threshold": 0.5,
                     *         "window_seconds": 120,
                     *         "min_calls_in_window": 5
                     *       },
                     *       "keep_open": false,
                     *       "finish_on_inbound": true,
                     *       "max_spend": null,
                     *       "spent": "0.00",
                     *       "currency": null,
                     *       "policy": null,
                     *       "policy_version": null,
                     *       "executed_count": 0,
                     *       "total_queued_count": 0,
                     *       "live_calls": 0,
                     *       "outcomes": {},
                     *       "parent_campaign_id": null,
                     *       "redialed_campaign_id": null,
                     *       "telephony_configuration_id": 1,
                     *       "telephony_configuration_name": "Office PBX",
                     *       "is_simulated": false,
                     *       "logs": [
                     *         {
                     *           "ts": "2026-11-15T09:30:00.123Z",
                     *           "level": "info",
                     *           "event": "campaign_created",
                     *           "message": "The campaign was created.",
                     *           "details": {
                     *             "by": "API key 1",
                     *             "total_rows": 20
                     *           }
                     *         }
                     *       ],
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignWithWarnings"];
                };
            };
            /**
             * @description `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization.
             *
             *     `workflow_not_found`: There is no workflow with this id in your organization.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `campaign_not_resumable`: Only a paused campaign can be resumed.
             *
             *     `no_caller_id`: This carrier requires a caller ID. Add an active phone number to the configuration.
             *
             *     `public_url_unreachable`: Carriers cannot reach this server at PUBLIC_URL.
             *
             *     `workflow_needs_a_model`: This workflow needs a language model. Configure one, or fill in the field "say" of every node.
             *
             *     `speech_unavailable`: Install the optional speech packages, or configure a speech service.
             *
             *     `language_unavailable`: The configured voice or recognizer does not support the language of this workflow.
             *
             *     `quota_exceeded`: Your organization has reached its quota for these.
             *
             *     `required_sentence_missing`: The workflow does not contain a sentence that the policy requires.
             *
             *     `duties_open`: Some duties are not confirmed for this list. Confirm them, or accept each by its id in `accept_duties`.
             *
             *     `spend_limit_reached`: A spend limit is reached. Raise the limit of the organization or of the campaign, or wait for the next day.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    closeCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "November reminders",
                     *       "workflow_id": 1,
                     *       "workflow_name": "Appointment reminder",
                     *       "workflow_version_number": null,
                     *       "workflow_current_version_number": 2,
                     *       "state": "draft",
                     *       "source_type": "csv",
                     *       "source_id": "csv_6f1c2b7e9a0d",
                     *       "total_rows": 20,
                     *       "processed_rows": 0,
                     *       "failed_rows": 0,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "retry_config": {
                     *         "enabled": true,
                     *         "max_retries": 2,
                     *         "retry_delay_seconds": 120,
                     *         "retry_on_busy": true,
                     *         "retry_on_no_answer": true,
                     *         "retry_on_voicemail": true
                     *       },
                     *       "max_concurrency": 10,
                     *       "schedule_config": {
                     *         "enabled": true,
                     *         "timezone": "Europe/Berlin",
                     *         "slots": [
                     *           {
                     *             "day_of_week": 0,
                     *             "start_time": "09:00",
                     *             "end_time": "20:00"
                     *           }
                     *         ]
                     *       },
                     *       "circuit_breaker": {
                     *         "enabled": false,
                     *         "failure_threshold": 0.5,
                     *         "window_seconds": 120,
                     *         "min_calls_in_window": 5
                     *       },
                     *       "keep_open": false,
                     *       "finish_on_inbound": true,
                     *       "max_spend": null,
                     *       "spent": "0.00",
                     *       "currency": null,
                     *       "policy": null,
                     *       "policy_version": null,
                     *       "executed_count": 0,
                     *       "total_queued_count": 0,
                     *       "live_calls": 0,
                     *       "outcomes": {},
                     *       "parent_campaign_id": null,
                     *       "redialed_campaign_id": null,
                     *       "telephony_configuration_id": 1,
                     *       "telephony_configuration_name": "Office PBX",
                     *       "is_simulated": false,
                     *       "logs": [
                     *         {
                     *           "ts": "2026-11-15T09:30:00.123Z",
                     *           "level": "info",
                     *           "event": "campaign_created",
                     *           "message": "The campaign was created.",
                     *           "details": {
                     *             "by": "API key 1",
                     *             "total_rows": 20
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `campaign_not_closable`: Only a draft, running or paused campaign can be closed.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    finishCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "November reminders",
                     *       "workflow_id": 1,
                     *       "workflow_name": "Appointment reminder",
                     *       "workflow_version_number": null,
                     *       "workflow_current_version_number": 2,
                     *       "state": "draft",
                     *       "source_type": "csv",
                     *       "source_id": "csv_6f1c2b7e9a0d",
                     *       "total_rows": 20,
                     *       "processed_rows": 0,
                     *       "failed_rows": 0,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "retry_config": {
                     *         "enabled": true,
                     *         "max_retries": 2,
                     *         "retry_delay_seconds": 120,
                     *         "retry_on_busy": true,
                     *         "retry_on_no_answer": true,
                     *         "retry_on_voicemail": true
                     *       },
                     *       "max_concurrency": 10,
                     *       "schedule_config": {
                     *         "enabled": true,
                     *         "timezone": "Europe/Berlin",
                     *         "slots": [
                     *           {
                     *             "day_of_week": 0,
                     *             "start_time": "09:00",
                     *             "end_time": "20:00"
                     *           }
                     *         ]
                     *       },
                     *       "circuit_breaker": {
                     *         "enabled": false,
                     *         "failure_threshold": 0.5,
                     *         "window_seconds": 120,
                     *         "min_calls_in_window": 5
                     *       },
                     *       "keep_open": false,
                     *       "finish_on_inbound": true,
                     *       "max_spend": null,
                     *       "spent": "0.00",
                     *       "currency": null,
                     *       "policy": null,
                     *       "policy_version": null,
                     *       "executed_count": 0,
                     *       "total_queued_count": 0,
                     *       "live_calls": 0,
                     *       "outcomes": {},
                     *       "parent_campaign_id": null,
                     *       "redialed_campaign_id": null,
                     *       "telephony_configuration_id": 1,
                     *       "telephony_configuration_name": "Office PBX",
                     *       "is_simulated": false,
                     *       "logs": [
                     *         {
                     *           "ts": "2026-11-15T09:30:00.123Z",
                     *           "level": "info",
                     *           "event": "campaign_created",
                     *           "message": "The campaign was created.",
                     *           "details": {
                     *             "by": "API key 1",
                     *             "total_rows": 20
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `campaign_not_finishable`: Only a paused campaign can be finished. Pause it first.
             *
             *     `campaign_has_live_calls`: This campaign has live calls. Try again when they have ended.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redialCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "retry_on_voicemail": true,
                 *       "retry_on_no_answer": true,
                 *       "retry_on_busy": true,
                 *       "retry_on_failed": false
                 *     }
                 */
                "application/json": {
                    name?: string | null;
                    retry_on_voicemail?: boolean | null;
                    retry_on_no_answer?: boolean | null;
                    retry_on_busy?: boolean | null;
                    retry_on_failed?: boolean | null;
                    /** @description Contacts that were finished without a call by one of these calling rules. */
                    retry_on_rules?: ("contact_hours" | "never_open" | "zone_unknown" | "uncovered" | "suspension" | "cap" | "least_gap" | "cooldown" | "registry" | "consent" | "number_check")[] | null;
                    retry_config?: {
                        enabled?: boolean | null;
                        max_retries?: number | null;
                        retry_delay_seconds?: number | null;
                        retry_on_busy?: boolean | null;
                        retry_on_no_answer?: boolean | null;
                        retry_on_voicemail?: boolean | null;
                        retry_after_message?: boolean | null;
                    } | null;
                } | null;
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "November reminders",
                     *       "workflow_id": 1,
                     *       "workflow_name": "Appointment reminder",
                     *       "workflow_version_number": null,
                     *       "workflow_current_version_number": 2,
                     *       "state": "draft",
                     *       "source_type": "csv",
                     *       "source_id": "csv_6f1c2b7e9a0d",
                     *       "total_rows": 20,
                     *       "processed_rows": 0,
                     *       "failed_rows": 0,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "retry_config": {
                     *         "enabled": true,
                     *         "max_retries": 2,
                     *         "retry_delay_seconds": 120,
                     *         "retry_on_busy": true,
                     *         "retry_on_no_answer": true,
                     *         "retry_on_voicemail": true
                     *       },
                     *       "max_concurrency": 10,
                     *       "schedule_config": {
                     *         "enabled": true,
                     *         "timezone": "Europe/Berlin",
                     *         "slots": [
                     *           {
                     *             "day_of_week": 0,
                     *             "start_time": "09:00",
                     *             "end_time": "20:00"
                     *           }
                     *         ]
                     *       },
                     *       "circuit_breaker": {
                     *         "enabled": false,
                     *         "failure_threshold": 0.5,
                     *         "window_seconds": 120,
                     *         "min_calls_in_window": 5
                     *       },
                     *       "keep_open": false,
                     *       "finish_on_inbound": true,
                     *       "max_spend": null,
                     *       "spent": "0.00",
                     *       "currency": null,
                     *       "policy": null,
                     *       "policy_version": null,
                     *       "executed_count": 0,
                     *       "total_queued_count": 0,
                     *       "live_calls": 0,
                     *       "outcomes": {},
                     *       "parent_campaign_id": null,
                     *       "redialed_campaign_id": null,
                     *       "telephony_configuration_id": 1,
                     *       "telephony_configuration_name": "Office PBX",
                     *       "is_simulated": false,
                     *       "logs": [
                     *         {
                     *           "ts": "2026-11-15T09:30:00.123Z",
                     *           "level": "info",
                     *           "event": "campaign_created",
                     *           "message": "The campaign was created.",
                     *           "details": {
                     *             "by": "API key 1",
                     *             "total_rows": 20
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description `nothing_to_redial`: No contact of the campaign has one of the chosen outcomes. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `campaign_not_redialable`: Only a completed campaign can be redialed, and only once.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCampaignContacts: {
        parameters: {
            query?: {
                state?: "pending" | "in_call" | "done";
                outcome?: "answered" | "voicemail" | "busy" | "no_answer" | "declined" | "failed" | "canceled" | "lost" | "inbound";
                q?: string;
                limit?: number;
                /** @description Only contacts after this one: `next_cursor` of the answer before. */
                cursor?: number;
                /** @description Leaves out so many, to read from the middle; to read on, a cursor is cheaper. */
                offset?: number;
            };
            header?: never;
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "contacts": [
                     *         {
                     *           "id": 7,
                     *           "row_number": 8,
                     *           "phone_number": "+15550100",
                     *           "state": "done",
                     *           "outcome": "answered",
                     *           "attempts": 1,
                     *           "next_attempt_at": null,
                     *           "call_back_at": null,
                     *           "finished_at": "2026-11-15T09:31:00.000Z",
                     *           "variables": {
                     *             "first_name": "Ada"
                     *           },
                     *           "zones": {
                     *             "timezones": [
                     *               "America/Chicago",
                     *               "America/New_York"
                     *             ],
                     *             "places": [
                     *               "US",
                     *               "US-FL"
                     *             ],
                     *             "source": "number"
                     *           },
                     *           "held_by": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        contacts: {
                            id: number;
                            row_number: number;
                            phone_number: string;
                            /** @enum {string} */
                            state: "pending" | "in_call" | "done";
                            outcome: string | null;
                            attempts: number;
                            next_attempt_at: string | null;
                            /** @description When the person asked to be called again. */
                            call_back_at: string | null;
                            finished_at: string | null;
                            variables: {
                                [key: string]: string;
                            };
                            /** @description Where this person may be. Null: not worked out yet. */
                            zones: components["schemas"]["ContactZones"] | null;
                            /** @description The rule that last put a call off, or ended it. */
                            held_by: string | null;
                        }[];
                        next_cursor: number | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    enrolContacts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "contacts": [
                 *         {
                 *           "phone_number": "+15550100",
                 *           "variables": {
                 *             "first_name": "Ada"
                 *           }
                 *         },
                 *         {
                 *           "phone_number": "unknown"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    contacts?: {
                        phone_number: string;
                        /** @description What the workflow says of this person, as the other columns of a contact file. */
                        variables?: {
                            [key: string]: string | number | boolean | null;
                        } | null;
                    }[] | null;
                    /** @description An uploaded contact list: everybody on it is added. `results` then has the first 100 rejections only. */
                    source_id?: string | null;
                    /** @description The country of numbers written without one. */
                    country_code?: string | null;
                    /** @description Short digits and names are extensions of your PBX and may be called. Off unless you say so: in most lists they are typing errors. Only a PBX (`ari`) dials them. */
                    allow_extensions?: boolean | null;
                    accept_duties?: string[] | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "campaign_id": 7,
                     *       "added": 1,
                     *       "already_enrolled": 0,
                     *       "rejected": 1,
                     *       "results": [
                     *         {
                     *           "index": 0,
                     *           "status": "added",
                     *           "contact_id": 4711,
                     *           "phone_number": "+15550100",
                     *           "column": null,
                     *           "code": null,
                     *           "message": null
                     *         },
                     *         {
                     *           "index": 1,
                     *           "status": "rejected",
                     *           "contact_id": null,
                     *           "phone_number": null,
                     *           "column": "phone_number",
                     *           "code": "not_a_phone_number",
                     *           "message": "This is not a phone number."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Enrolment"];
                };
            };
            /** @description `source_not_found`: There is no uploaded contact list with this source_id. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `campaign_not_enrollable`: People can be added to a draft, running or paused campaign only.
             *
             *     `duties_open`: Some duties are not confirmed for this list. Confirm them, or accept each by its id in `accept_duties`.
             *
             *     `quota_exceeded`: Your organization has reached its quota for these.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body exceeds the size limit of this URL. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setCampaignSpendLimit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "max_spend": "120.00"
                 *     }
                 */
                "application/json": {
                    /** @description Decimal text above 0: `50.00`. Null removes the limit. */
                    max_spend: string | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "name": "November reminders",
                     *       "workflow_id": 1,
                     *       "workflow_name": "Appointment reminder",
                     *       "workflow_version_number": null,
                     *       "workflow_current_version_number": 2,
                     *       "state": "draft",
                     *       "source_type": "csv",
                     *       "source_id": "csv_6f1c2b7e9a0d",
                     *       "total_rows": 20,
                     *       "processed_rows": 0,
                     *       "failed_rows": 0,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "started_at": null,
                     *       "completed_at": null,
                     *       "retry_config": {
                     *         "enabled": true,
                     *         "max_retries": 2,
                     *         "retry_delay_seconds": 120,
                     *         "retry_on_busy": true,
                     *         "retry_on_no_answer": true,
                     *         "retry_on_voicemail": true
                     *       },
                     *       "max_concurrency": 10,
                     *       "schedule_config": {
                     *         "enabled": true,
                     *         "timezone": "Europe/Berlin",
                     *         "slots": [
                     *           {
                     *             "day_of_week": 0,
                     *             "start_time": "09:00",
                     *             "end_time": "20:00"
                     *           }
                     *         ]
                     *       },
                     *       "circuit_breaker": {
                     *         "enabled": false,
                     *         "failure_threshold": 0.5,
                     *         "window_seconds": 120,
                     *         "min_calls_in_window": 5
                     *       },
                     *       "keep_open": false,
                     *       "finish_on_inbound": true,
                     *       "max_spend": "120.00",
                     *       "spent": "0.00",
                     *       "currency": null,
                     *       "policy": null,
                     *       "policy_version": null,
                     *       "executed_count": 0,
                     *       "total_queued_count": 0,
                     *       "live_calls": 0,
                     *       "outcomes": {},
                     *       "parent_campaign_id": null,
                     *       "redialed_campaign_id": null,
                     *       "telephony_configuration_id": 1,
                     *       "telephony_configuration_name": "Office PBX",
                     *       "is_simulated": false,
                     *       "logs": [
                     *         {
                     *           "ts": "2026-11-15T09:30:00.123Z",
                     *           "level": "info",
                     *           "event": "campaign_created",
                     *           "message": "The campaign was created.",
                     *           "details": {
                     *             "by": "API key 1",
                     *             "total_rows": 20
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `currency_missing`: Your organization has no currency. Set one with PUT /api/v1/organizations/spending, then set the limit. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkCampaignStart: {
        parameters: {
            query?: {
                /** @description Check the newest version of the workflow. */
                use_current_version?: boolean;
            };
            header?: never;
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "campaign_id": 1,
                     *       "as_of": "2026-11-15T09:41:00.000Z",
                     *       "pending_rows": 20,
                     *       "ready_rows": 8,
                     *       "suppressed_rows": 1,
                     *       "ready_suppressed_rows": 1,
                     *       "waits": [
                     *         {
                     *           "rule": "calling_hours",
                     *           "message": "It is outside the calling hours.",
                     *           "until": "2026-11-16T08:00:00.000Z",
                     *           "contacts": 12
                     *         }
                     *       ],
                     *       "refusals": [
                     *         {
                     *           "code": "no_caller_id",
                     *           "message": "The telephony configuration has no phone number to call from."
                     *         }
                     *       ],
                     *       "open_duties": [],
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["StartCheck"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getModelConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "brain": "pipeline",
                     *       "chat": {
                     *         "base_url": "https://llm.example.com/v1",
                     *         "api_key": "**********************cret",
                     *         "model": "qwen3-8b",
                     *         "temperature": 0.3,
                     *         "extra_body": {
                     *           "reasoning_effort": "low"
                     *         }
                     *       },
                     *       "realtime": {
                     *         "url": null,
                     *         "api_key": null,
                     *         "model": null,
                     *         "voice": null
                     *       },
                     *       "speech": {
                     *         "engine": "local",
                     *         "voice": "slt",
                     *         "base_url": null,
                     *         "api_key": null,
                     *         "model": null
                     *       },
                     *       "recognition": {
                     *         "engine": "local",
                     *         "base_url": null,
                     *         "api_key": null,
                     *         "model": null
                     *       },
                     *       "filler_sentence": "One moment, please.",
                     *       "fallback_sentence": "I am sorry, could you say that again?",
                     *       "farewell_sentence": null,
                     *       "updated_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ModelConfiguration"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateModelConfiguration: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "brain": "pipeline",
                 *       "chat": {
                 *         "base_url": "https://llm.example.com/v1",
                 *         "api_key": "a long secret",
                 *         "model": "qwen3-8b",
                 *         "temperature": 0.3
                 *       },
                 *       "filler_sentence": "One moment, please."
                 *     }
                 */
                "application/json": {
                    brain?: ("script" | "pipeline" | "realtime") | null;
                    chat?: {
                        base_url?: string | null;
                        api_key?: string | null;
                        model?: string | null;
                        temperature?: number | null;
                        extra_body?: {
                            [key: string]: unknown;
                        } | null;
                    } | null;
                    realtime?: {
                        url?: string | null;
                        api_key?: string | null;
                        model?: string | null;
                        voice?: string | null;
                    } | null;
                    speech?: {
                        engine?: ("local" | "openai") | null;
                        voice?: string | null;
                        base_url?: string | null;
                        api_key?: string | null;
                        model?: string | null;
                    } | null;
                    recognition?: {
                        engine?: ("local" | "openai") | null;
                        base_url?: string | null;
                        api_key?: string | null;
                        model?: string | null;
                    } | null;
                    filler_sentence?: string | null;
                    fallback_sentence?: string | null;
                    farewell_sentence?: string | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "brain": "pipeline",
                     *       "chat": {
                     *         "base_url": "https://llm.example.com/v1",
                     *         "api_key": "**********************cret",
                     *         "model": "qwen3-8b",
                     *         "temperature": 0.3,
                     *         "extra_body": {
                     *           "reasoning_effort": "low"
                     *         }
                     *       },
                     *       "realtime": {
                     *         "url": null,
                     *         "api_key": null,
                     *         "model": null,
                     *         "voice": null
                     *       },
                     *       "speech": {
                     *         "engine": "local",
                     *         "voice": "slt",
                     *         "base_url": null,
                     *         "api_key": null,
                     *         "model": null
                     *       },
                     *       "recognition": {
                     *         "engine": "local",
                     *         "base_url": null,
                     *         "api_key": null,
                     *         "model": null
                     *       },
                     *       "filler_sentence": "One moment, please.",
                     *       "fallback_sentence": "I am sorry, could you say that again?",
                     *       "farewell_sentence": null,
                     *       "updated_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ModelConfiguration"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testModelConfiguration: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": false,
                     *       "message": "chat: The endpoint refused the key.",
                     *       "details": {
                     *         "chat": {
                     *           "ok": false,
                     *           "message": "The endpoint refused the key.",
                     *           "ms": 84
                     *         },
                     *         "speech": {
                     *           "ok": true,
                     *           "message": "Works on this machine.",
                     *           "ms": 0
                     *         },
                     *         "recognition": {
                     *           "ok": true,
                     *           "message": "Works on this machine.",
                     *           "ms": 0
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        ok: boolean;
                        message: string;
                        details: {
                            [key: string]: {
                                ok: boolean;
                                message: string;
                                ms: number;
                            };
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPolicyPacks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "packs": [
                     *         {
                     *           "id": "us-federal",
                     *           "title": "United States: sales calls with an artificial voice (TCPA, TSR)",
                     *           "places": [
                     *             "US"
                     *           ],
                     *           "implies": [],
                     *           "checked_on": "2026-11-16",
                     *           "sources": [
                     *             {
                     *               "text": "47 CFR 64.1200(a)(2), (a)(6), (a)(7), (b), (c), (d); 16 CFR 310.4 and 310.5",
                     *               "kind": "restated"
                     *             },
                     *             {
                     *               "text": "FCC 24-17 of 8 February 2024: AI-generated voices are artificial voices",
                     *               "kind": "restated"
                     *             },
                     *             {
                     *               "text": "FCC DA 25-621 of 14 July 2025",
                     *               "kind": "law"
                     *             }
                     *           ],
                     *           "covers": "Hours 08:00 to 21:00 at the called person’s place, every day; ring at least 15 seconds; list held against the national registry at most 31 days ago.",
                     *           "does_not_cover": [
                     *             "State laws, many of which are stricter: choose the packs of the states too.",
                     *             "The abandoned call rate of 3 % over 30 days.",
                     *             "Whether consent lifts the hours is disputed in court: they hold with consent too.",
                     *             "A rule of one-to-one consent is not in force (FCC DA 25-621 of 14 July 2025).",
                     *             "The current text of the Code of Federal Regulations was not readable when this was made; check 64.1200 and 310.4."
                     *           ],
                     *           "applies_to": {
                     *             "purposes": [
                     *               "marketing"
                     *             ]
                     *           },
                     *           "lifted_by": {
                     *             "hours": [],
                     *             "caps": []
                     *           },
                     *           "rules": {
                     *             "hours": {
                     *               "monday": [
                     *                 {
                     *                   "start": "08:00",
                     *                   "end": "21:00"
                     *                 }
                     *               ],
                     *               "tuesday": [
                     *                 {
                     *                   "start": "08:00",
                     *                   "end": "21:00"
                     *                 }
                     *               ],
                     *               "wednesday": [
                     *                 {
                     *                   "start": "08:00",
                     *                   "end": "21:00"
                     *                 }
                     *               ],
                     *               "thursday": [
                     *                 {
                     *                   "start": "08:00",
                     *                   "end": "21:00"
                     *                 }
                     *               ],
                     *               "friday": [
                     *                 {
                     *                   "start": "08:00",
                     *                   "end": "21:00"
                     *                 }
                     *               ],
                     *               "saturday": [
                     *                 {
                     *                   "start": "08:00",
                     *                   "end": "21:00"
                     *                 }
                     *               ],
                     *               "sunday": [
                     *                 {
                     *                   "start": "08:00",
                     *                   "end": "21:00"
                     *                 }
                     *               ]
                     *             },
                     *             "shortest_ring_seconds": 15,
                     *             "registries": [
                     *               {
                     *                 "id": "us-national-dnc",
                     *                 "name": "the National Do Not Call Registry",
                     *                 "max_age_days": 31
                     *               }
                     *             ],
                     *             "duties": [
                     *               {
                     *                 "id": "us-written-consent",
                     *                 "text": "Every person has given prior express written consent to sales calls with an artificial voice, not as a condition of purchase."
                     *               },
                     *               {
                     *                 "id": "us-identification",
                     *                 "text": "Each call says at its beginning who is responsible for it, and gives a number to call back."
                     *               },
                     *               {
                     *                 "id": "us-opt-out",
                     *                 "text": "Offer an opt-out by voice or key right after the identification; honour every request at once, at the latest within 10 business days."
                     *               },
                     *               {
                     *                 "id": "us-internal-list",
                     *                 "text": "There is a written do-not-call policy, and requests are kept for five years."
                     *               },
                     *               {
                     *                 "id": "us-san",
                     *                 "text": "You hold a subscription account number for the national registry."
                     *               },
                     *               {
                     *                 "id": "us-reassigned",
                     *                 "text": "Numbers were held against the Reassigned Numbers Database with the date of consent."
                     *               },
                     *               {
                     *                 "id": "us-caller-id",
                     *                 "text": "The number shown can be called back in business hours for a do-not-call request."
                     *               },
                     *               {
                     *                 "id": "us-records",
                     *                 "text": "Keep for five years: scripts, recordings, call records, consents, do-not-call requests, registry versions (16 CFR 310.5)."
                     *               }
                     *             ]
                     *           }
                     *         }
                     *       ],
                     *       "calendars": [
                     *         "FR",
                     *         "US"
                     *       ],
                     *       "notice": "Not legal advice. A pack holds what its sources said on the day they were read; have it checked before you rely on it."
                     *     }
                     */
                    "application/json": {
                        packs: components["schemas"]["PolicyPack"][];
                        /** @description Calendars of public holidays. */
                        calendars: string[];
                        notice: string;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPolicyPack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                pack_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "us-federal",
                     *       "title": "United States: sales calls with an artificial voice (TCPA, TSR)",
                     *       "places": [
                     *         "US"
                     *       ],
                     *       "implies": [],
                     *       "checked_on": "2026-11-16",
                     *       "sources": [
                     *         {
                     *           "text": "47 CFR 64.1200(a)(2), (a)(6), (a)(7), (b), (c), (d); 16 CFR 310.4 and 310.5",
                     *           "kind": "restated"
                     *         },
                     *         {
                     *           "text": "FCC 24-17 of 8 February 2024: AI-generated voices are artificial voices",
                     *           "kind": "restated"
                     *         },
                     *         {
                     *           "text": "FCC DA 25-621 of 14 July 2025",
                     *           "kind": "law"
                     *         }
                     *       ],
                     *       "covers": "Hours 08:00 to 21:00 at the called person’s place, every day; ring at least 15 seconds; list held against the national registry at most 31 days ago.",
                     *       "does_not_cover": [
                     *         "State laws, many of which are stricter: choose the packs of the states too.",
                     *         "The abandoned call rate of 3 % over 30 days.",
                     *         "Whether consent lifts the hours is disputed in court: they hold with consent too.",
                     *         "A rule of one-to-one consent is not in force (FCC DA 25-621 of 14 July 2025).",
                     *         "The current text of the Code of Federal Regulations was not readable when this was made; check 64.1200 and 310.4."
                     *       ],
                     *       "applies_to": {
                     *         "purposes": [
                     *           "marketing"
                     *         ]
                     *       },
                     *       "lifted_by": {
                     *         "hours": [],
                     *         "caps": []
                     *       },
                     *       "rules": {
                     *         "hours": {
                     *           "monday": [
                     *             {
                     *               "start": "08:00",
                     *               "end": "21:00"
                     *             }
                     *           ],
                     *           "tuesday": [
                     *             {
                     *               "start": "08:00",
                     *               "end": "21:00"
                     *             }
                     *           ],
                     *           "wednesday": [
                     *             {
                     *               "start": "08:00",
                     *               "end": "21:00"
                     *             }
                     *           ],
                     *           "thursday": [
                     *             {
                     *               "start": "08:00",
                     *               "end": "21:00"
                     *             }
                     *           ],
                     *           "friday": [
                     *             {
                     *               "start": "08:00",
                     *               "end": "21:00"
                     *             }
                     *           ],
                     *           "saturday": [
                     *             {
                     *               "start": "08:00",
                     *               "end": "21:00"
                     *             }
                     *           ],
                     *           "sunday": [
                     *             {
                     *               "start": "08:00",
                     *               "end": "21:00"
                     *             }
                     *           ]
                     *         },
                     *         "shortest_ring_seconds": 15,
                     *         "registries": [
                     *           {
                     *             "id": "us-national-dnc",
                     *             "name": "the National Do Not Call Registry",
                     *             "max_age_days": 31
                     *           }
                     *         ],
                     *         "duties": [
                     *           {
                     *             "id": "us-written-consent",
                     *             "text": "Every person has given prior express written consent to sales calls with an artificial voice, not as a condition of purchase."
                     *           },
                     *           {
                     *             "id": "us-identification",
                     *             "text": "Each call says at its beginning who is responsible for it, and gives a number to call back."
                     *           },
                     *           {
                     *             "id": "us-opt-out",
                     *             "text": "Offer an opt-out by voice or key right after the identification; honour every request at once, at the latest within 10 business days."
                     *           },
                     *           {
                     *             "id": "us-internal-list",
                     *             "text": "There is a written do-not-call policy, and requests are kept for five years."
                     *           },
                     *           {
                     *             "id": "us-san",
                     *             "text": "You hold a subscription account number for the national registry."
                     *           },
                     *           {
                     *             "id": "us-reassigned",
                     *             "text": "Numbers were held against the Reassigned Numbers Database with the date of consent."
                     *           },
                     *           {
                     *             "id": "us-caller-id",
                     *             "text": "The number shown can be called back in business hours for a do-not-call request."
                     *           },
                     *           {
                     *             "id": "us-records",
                     *             "text": "Keep for five years: scripts, recordings, call records, consents, do-not-call requests, registry versions (16 CFR 310.5)."
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PolicyPack"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `policy_pack_not_found`: There is no policy pack with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOrganizationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "policy": {
                     *         "packs": [
                     *           "us-federal",
                     *           "us-fl"
                     *         ],
                     *         "hours": {
                     *           "monday": [
                     *             {
                     *               "start": "09:00",
                     *               "end": "19:00"
                     *             }
                     *           ],
                     *           "tuesday": [
                     *             {
                     *               "start": "09:00",
                     *               "end": "19:00"
                     *             }
                     *           ],
                     *           "wednesday": [
                     *             {
                     *               "start": "09:00",
                     *               "end": "19:00"
                     *             }
                     *           ],
                     *           "thursday": [
                     *             {
                     *               "start": "09:00",
                     *               "end": "19:00"
                     *             }
                     *           ],
                     *           "friday": [
                     *             {
                     *               "start": "09:00",
                     *               "end": "16:00"
                     *             }
                     *           ],
                     *           "saturday": [],
                     *           "sunday": []
                     *         },
                     *         "caps": [
                     *           {
                     *             "max": 3,
                     *             "hours": 24,
                     *             "count": "attempts"
                     *           }
                     *         ],
                     *         "least_gap_minutes": 60,
                     *         "scrubbed_on": {
                     *           "us-national-dnc": "2026-11-10"
                     *         }
                     *       },
                     *       "version": 2,
                     *       "author": "API key 1",
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "duties": [
                     *         {
                     *           "id": "us-written-consent",
                     *           "text": "Every person has given prior express written consent to sales calls with an artificial voice, not as a condition of purchase.",
                     *           "from": "us-federal",
                     *           "confirmed_by": "API key 1",
                     *           "confirmed_at": "2026-11-15T09:30:00.123Z",
                     *           "note": null
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "notice": "Not legal advice. A pack holds what its sources said on the day they were read; have it checked before you rely on it."
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationPolicy"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setOrganizationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "policy": {
                 *         "packs": [
                 *           "us-federal",
                 *           "us-fl"
                 *         ],
                 *         "hours": {
                 *           "monday": [
                 *             {
                 *               "start": "09:00",
                 *               "end": "19:00"
                 *             }
                 *           ],
                 *           "tuesday": [
                 *             {
                 *               "start": "09:00",
                 *               "end": "19:00"
                 *             }
                 *           ],
                 *           "wednesday": [
                 *             {
                 *               "start": "09:00",
                 *               "end": "19:00"
                 *             }
                 *           ],
                 *           "thursday": [
                 *             {
                 *               "start": "09:00",
                 *               "end": "19:00"
                 *             }
                 *           ],
                 *           "friday": [
                 *             {
                 *               "start": "09:00",
                 *               "end": "16:00"
                 *             }
                 *           ],
                 *           "saturday": [],
                 *           "sunday": []
                 *         },
                 *         "caps": [
                 *           {
                 *             "max": 3,
                 *             "hours": 24,
                 *             "count": "attempts"
                 *           }
                 *         ],
                 *         "least_gap_minutes": 60,
                 *         "scrubbed_on": {
                 *           "us-national-dnc": "2026-11-10"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    policy: components["schemas"]["PolicyInput"];
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "policy": {
                     *         "packs": [
                     *           "us-federal",
                     *           "us-fl"
                     *         ],
                     *         "hours": {
                     *           "monday": [
                     *             {
                     *               "start": "09:00",
                     *               "end": "19:00"
                     *             }
                     *           ],
                     *           "tuesday": [
                     *             {
                     *               "start": "09:00",
                     *               "end": "19:00"
                     *             }
                     *           ],
                     *           "wednesday": [
                     *             {
                     *               "start": "09:00",
                     *               "end": "19:00"
                     *             }
                     *           ],
                     *           "thursday": [
                     *             {
                     *               "start": "09:00",
                     *               "end": "19:00"
                     *             }
                     *           ],
                     *           "friday": [
                     *             {
                     *               "start": "09:00",
                     *               "end": "16:00"
                     *             }
                     *           ],
                     *           "saturday": [],
                     *           "sunday": []
                     *         },
                     *         "caps": [
                     *           {
                     *             "max": 3,
                     *             "hours": 24,
                     *             "count": "attempts"
                     *           }
                     *         ],
                     *         "least_gap_minutes": 60,
                     *         "scrubbed_on": {
                     *           "us-national-dnc": "2026-11-10"
                     *         }
                     *       },
                     *       "version": 2,
                     *       "author": "API key 1",
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "duties": [
                     *         {
                     *           "id": "us-written-consent",
                     *           "text": "Every person has given prior express written consent to sales calls with an artificial voice, not as a condition of purchase.",
                     *           "from": "us-federal",
                     *           "confirmed_by": "API key 1",
                     *           "confirmed_at": "2026-11-15T09:30:00.123Z",
                     *           "note": null
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "notice": "Not legal advice. A pack holds what its sources said on the day they were read; have it checked before you rely on it."
                     *     }
                     */
                    "application/json": components["schemas"]["OrganizationPolicy"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPolicyVersions: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "versions": [
                     *         {
                     *           "version": 2,
                     *           "policy": {
                     *             "packs": [
                     *               "us-federal",
                     *               "us-fl"
                     *             ],
                     *             "hours": {
                     *               "monday": [
                     *                 {
                     *                   "start": "09:00",
                     *                   "end": "19:00"
                     *                 }
                     *               ],
                     *               "tuesday": [
                     *                 {
                     *                   "start": "09:00",
                     *                   "end": "19:00"
                     *                 }
                     *               ],
                     *               "wednesday": [
                     *                 {
                     *                   "start": "09:00",
                     *                   "end": "19:00"
                     *                 }
                     *               ],
                     *               "thursday": [
                     *                 {
                     *                   "start": "09:00",
                     *                   "end": "19:00"
                     *                 }
                     *               ],
                     *               "friday": [
                     *                 {
                     *                   "start": "09:00",
                     *                   "end": "16:00"
                     *                 }
                     *               ],
                     *               "saturday": [],
                     *               "sunday": []
                     *             },
                     *             "caps": [
                     *               {
                     *                 "max": 3,
                     *                 "hours": 24,
                     *                 "count": "attempts"
                     *               }
                     *             ],
                     *             "least_gap_minutes": 60,
                     *             "scrubbed_on": {
                     *               "us-national-dnc": "2026-11-10"
                     *             }
                     *           },
                     *           "author": "API key 1",
                     *           "created_at": "2026-11-15T09:30:00.123Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        versions: components["schemas"]["PolicyVersion"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmDuty: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "duty_id": "us-written-consent",
                 *       "note": "Forms of the spring campaign, folder 12"
                 *     }
                 */
                "application/json": {
                    duty_id: string;
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "duty_id": "us-written-consent",
                     *       "note": "Forms of the spring campaign, folder 12",
                     *       "confirmed_by": "API key 1",
                     *       "confirmed_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DutyConfirmation"];
                };
            };
            /** @description `duty_not_found`: No pack or policy of your organization has a duty with this id. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    verifyLedger: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "records": 1250,
                     *       "from": 1,
                     *       "to": 1250,
                     *       "public_key": "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
                     *       "faults": []
                     *     }
                     */
                    "application/json": components["schemas"]["LedgerVerdict"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportLedger: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One JSON object per line. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": unknown;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `ledger_broken`: Ledger verification failed. Run `outdial ledger verify` to see where. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCallReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                call_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "format": "outdial-receipt-1",
                     *       "organization_id": 1,
                     *       "call_id": 42,
                     *       "public_key": "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
                     *       "key_rotations": [],
                     *       "person": {
                     *         "person": "5Zr0xXHhG0oPpYtrw0cHnPpS2kQ1n8aD",
                     *         "phone_number": "+447912345678",
                     *         "key": "cGVyc29uIGtleSAxNiBieQ=="
                     *       },
                     *       "records": [
                     *         {
                     *           "before": "0000000000000000000000000000000000000000000000000000000000000000",
                     *           "record": {
                     *             "actor": "dialer",
                     *             "at": "2026-11-16T09:41:00.000Z",
                     *             "body": {
                     *               "call_id": 42,
                     *               "person": "5Zr0xXHhG0oPpYtrw0cHnPpS2kQ1n8aD",
                     *               "policy_version": "3"
                     *             },
                     *             "kind": "dial",
                     *             "organization_id": 1,
                     *             "sequence": 1
                     *           },
                     *           "path": [],
                     *           "proof": {
                     *             "kind": "checkpoint",
                     *             "sequence": 1,
                     *             "hash": "a3f1a3f1a3f1a3f1a3f1a3f1a3f1a3f1a3f1a3f1a3f1a3f1a3f1a3f1a3f1a3f1",
                     *             "at": "2026-11-16T10:00:00.000Z",
                     *             "first_sequence": 1,
                     *             "root": "b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2b7c2",
                     *             "public_key": "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
                     *             "signature": "c2lnbmF0dXJl"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CallReceipt"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `call_not_found`: There is no call with this id.
             *
             *     `receipt_not_found`: The ledger has no record of this call.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `ledger_broken`: Ledger verification failed. Run `outdial ledger verify` to see where. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOwnPhones: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "phones": [
                     *         {
                     *           "phone_number": "+447912345678",
                     *           "label": "my mobile"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OwnPhones"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setOwnPhones: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phones": [
                 *         {
                 *           "phone_number": "+447912345678",
                 *           "label": "my mobile"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    phones: {
                        phone_number: string;
                        label?: string | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "phones": [
                     *         {
                     *           "phone_number": "+447912345678",
                     *           "label": "my mobile"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["OwnPhones"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getListProofs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                source_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "registry_checks": [
                     *         {
                     *           "registry": "us-national-dnc",
                     *           "checked_on": "2026-11-14",
                     *           "file_sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "numbers": 1200,
                     *           "author": "API key 1",
                     *           "created_at": "2026-11-15T09:30:00.123Z"
                     *         }
                     *       ],
                     *       "confirmations": [
                     *         {
                     *           "duty_id": "us-written-consent",
                     *           "note": "Forms of the spring campaign, folder 12",
                     *           "confirmed_by": "API key 1",
                     *           "confirmed_at": "2026-11-15T09:30:00.123Z",
                     *           "expires_at": "2027-11-15T09:30:00.123Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListProofs"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `contact_list_not_found`: There is no contact list with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    addRegistryCheck: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                source_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "registry": "us-national-dnc",
                 *       "checked_on": "2026-11-14",
                 *       "file_sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                 *       "numbers": 1200
                 *     }
                 */
                "application/json": {
                    registry: string;
                    checked_on: string;
                    file_sha256: string;
                    numbers: number;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "registry_checks": [
                     *         {
                     *           "registry": "us-national-dnc",
                     *           "checked_on": "2026-11-14",
                     *           "file_sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "numbers": 1200,
                     *           "author": "API key 1",
                     *           "created_at": "2026-11-15T09:30:00.123Z"
                     *         }
                     *       ],
                     *       "confirmations": [
                     *         {
                     *           "duty_id": "us-written-consent",
                     *           "note": "Forms of the spring campaign, folder 12",
                     *           "confirmed_by": "API key 1",
                     *           "confirmed_at": "2026-11-15T09:30:00.123Z",
                     *           "expires_at": "2027-11-15T09:30:00.123Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListProofs"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `contact_list_not_found`: There is no contact list with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmListDuty: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                source_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "duty_id": "us-written-consent",
                 *       "note": "Forms of the spring campaign, folder 12"
                 *     }
                 */
                "application/json": {
                    duty_id: string;
                    note?: string | null;
                    valid_days?: number | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "registry_checks": [
                     *         {
                     *           "registry": "us-national-dnc",
                     *           "checked_on": "2026-11-14",
                     *           "file_sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "numbers": 1200,
                     *           "author": "API key 1",
                     *           "created_at": "2026-11-15T09:30:00.123Z"
                     *         }
                     *       ],
                     *       "confirmations": [
                     *         {
                     *           "duty_id": "us-written-consent",
                     *           "note": "Forms of the spring campaign, folder 12",
                     *           "confirmed_by": "API key 1",
                     *           "confirmed_at": "2026-11-15T09:30:00.123Z",
                     *           "expires_at": "2027-11-15T09:30:00.123Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ListProofs"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `contact_list_not_found`: There is no contact list with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaignProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "campaign_id": 1,
                     *       "state": "running",
                     *       "total_rows": 20,
                     *       "processed_rows": 12,
                     *       "failed_calls": 2,
                     *       "progress_percentage": 60,
                     *       "started_at": "2026-11-15T09:30:00.123Z",
                     *       "completed_at": null,
                     *       "live_calls": 5,
                     *       "pending_rows": 3,
                     *       "ready_rows": 2,
                     *       "held_rows": 1,
                     *       "waiting_for_retry": 1,
                     *       "retries_not_due": 1,
                     *       "call_backs": 0,
                     *       "next_retry_at": "2026-11-15T09:33:00.000Z",
                     *       "outcomes": {
                     *         "answered": 9,
                     *         "busy": 1,
                     *         "voicemail": 2
                     *       },
                     *       "attempts": {
                     *         "1": 10,
                     *         "2": 2
                     *       },
                     *       "answer_rate": 0.75,
                     *       "calls_per_minute": 14,
                     *       "waiting_because": [],
                     *       "window_open": true,
                     *       "window_changes_at": null,
                     *       "estimated_end_at": "2026-11-15T09:31:10.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignProgress"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCampaignProgress: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                state?: "draft" | "running" | "paused" | "completed" | "failed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "progress": [
                     *         {
                     *           "campaign_id": 1,
                     *           "state": "running",
                     *           "total_rows": 20,
                     *           "processed_rows": 12,
                     *           "failed_calls": 2,
                     *           "progress_percentage": 60,
                     *           "started_at": "2026-11-15T09:30:00.123Z",
                     *           "completed_at": null,
                     *           "live_calls": 5,
                     *           "pending_rows": 3,
                     *           "ready_rows": 2,
                     *           "held_rows": 1,
                     *           "waiting_for_retry": 1,
                     *           "retries_not_due": 1,
                     *           "call_backs": 0,
                     *           "next_retry_at": "2026-11-15T09:33:00.000Z",
                     *           "outcomes": {
                     *             "answered": 9,
                     *             "busy": 1,
                     *             "voicemail": 2
                     *           },
                     *           "attempts": {
                     *             "1": 10,
                     *             "2": 2
                     *           },
                     *           "answer_rate": 0.75,
                     *           "calls_per_minute": 14,
                     *           "waiting_because": [],
                     *           "window_open": true,
                     *           "window_changes_at": null,
                     *           "estimated_end_at": "2026-11-15T09:31:10.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        progress: components["schemas"]["CampaignProgress"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaignContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaign_id: number;
                contact_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 7,
                     *       "row_number": 8,
                     *       "phone_number": "+15550100",
                     *       "state": "pending",
                     *       "outcome": "busy",
                     *       "attempts": 1,
                     *       "next_attempt_at": null,
                     *       "call_back_at": null,
                     *       "finished_at": null,
                     *       "variables": {
                     *         "first_name": "Ada"
                     *       },
                     *       "zones": {
                     *         "timezones": [
                     *           "America/Chicago",
                     *           "America/New_York"
                     *         ],
                     *         "places": [
                     *           "US",
                     *           "US-FL"
                     *         ],
                     *         "source": "number"
                     *       },
                     *       "held_by": null,
                     *       "may_call_now": false,
                     *       "because": [
                     *         {
                     *           "rule": "calling_hours",
                     *           "message": "It is outside the calling hours.",
                     *           "until": "2026-11-16T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "calls": [
                     *         {
                     *           "id": 42,
                     *           "workflow_id": 1,
                     *           "definition_id": 1,
                     *           "version_number": 1,
                     *           "name": "Appointment reminder #42",
                     *           "mode": "simulator",
                     *           "is_simulated": true,
                     *           "created_at": "2026-11-15T09:30:00.123Z",
                     *           "is_completed": true,
                     *           "state": "ended",
                     *           "outcome": "answered",
                     *           "call_type": "outbound",
                     *           "phone_number": "+15550100",
                     *           "caller_number": null,
                     *           "duration_seconds": 17,
                     *           "campaign_id": 1,
                     *           "contact_id": 7,
                     *           "returns_contact_id": null,
                     *           "attempt": 1,
                     *           "telephony_configuration_id": 1,
                     *           "initial_context": {
                     *             "first_name": "Ada"
                     *           },
                     *           "gathered_context": {
                     *             "confirmed": "yes"
                     *           },
                     *           "analysis": {
                     *             "summary": "Ada confirmed.",
                     *             "success": true,
                     *             "success_reason": "She said yes.",
                     *             "sentiment": "positive"
                     *           },
                     *           "disposition": "confirmed",
                     *           "cause": "hung up",
                     *           "answered_at": "2026-11-15T09:30:02.500Z",
                     *           "ended_at": "2026-11-15T09:30:19.700Z",
                     *           "transcript_url": "https://calls.example.com/api/v1/calls/42",
                     *           "recording_url": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        id: number;
                        row_number: number;
                        phone_number: string;
                        /** @enum {string} */
                        state: "pending" | "in_call" | "done";
                        outcome: string | null;
                        attempts: number;
                        next_attempt_at: string | null;
                        /** @description When the person asked to be called again. */
                        call_back_at: string | null;
                        finished_at: string | null;
                        variables: {
                            [key: string]: string;
                        };
                        /** @description Where this person may be. Null: not worked out yet. */
                        zones: components["schemas"]["ContactZones"] | null;
                        /** @description The rule that last put a call off, or ended it. */
                        held_by: string | null;
                        may_call_now: boolean;
                        because: components["schemas"]["Reason"][];
                        calls: components["schemas"]["Run"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `campaign_not_found`: There is no campaign with this id.
             *
             *     `contact_not_found`: There is no contact with this id in this campaign.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCampaignRuns: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                /** @description Only older calls than this one: `next_cursor` of the answer before. Goes before `page`. */
                cursor?: number;
                /** @description Only calls that began at this moment or later. */
                from?: string;
                /** @description Only calls that began before this moment. */
                to?: string;
                outcome?: "answered" | "voicemail" | "busy" | "no_answer" | "declined" | "failed" | "canceled" | "lost";
                live?: boolean;
            };
            header?: never;
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "runs": [
                     *         {
                     *           "id": 42,
                     *           "workflow_id": 1,
                     *           "definition_id": 1,
                     *           "version_number": 1,
                     *           "name": "Appointment reminder #42",
                     *           "mode": "simulator",
                     *           "is_simulated": true,
                     *           "created_at": "2026-11-15T09:30:00.123Z",
                     *           "is_completed": true,
                     *           "state": "ended",
                     *           "outcome": "answered",
                     *           "call_type": "outbound",
                     *           "phone_number": "+15550100",
                     *           "caller_number": null,
                     *           "duration_seconds": 17,
                     *           "campaign_id": 1,
                     *           "contact_id": 7,
                     *           "returns_contact_id": null,
                     *           "attempt": 1,
                     *           "telephony_configuration_id": 1,
                     *           "initial_context": {
                     *             "first_name": "Ada"
                     *           },
                     *           "gathered_context": {
                     *             "confirmed": "yes"
                     *           },
                     *           "analysis": {
                     *             "summary": "Ada confirmed.",
                     *             "success": true,
                     *             "success_reason": "She said yes.",
                     *             "sentiment": "positive"
                     *           },
                     *           "disposition": "confirmed",
                     *           "cause": "hung up",
                     *           "answered_at": "2026-11-15T09:30:02.500Z",
                     *           "ended_at": "2026-11-15T09:30:19.700Z",
                     *           "transcript_url": "https://calls.example.com/api/v1/calls/42",
                     *           "recording_url": null
                     *         }
                     *       ],
                     *       "total_count": 1,
                     *       "total_is_exact": true,
                     *       "page": 1,
                     *       "limit": 50,
                     *       "total_pages": 1,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        runs: components["schemas"]["Run"][];
                        /** @description Counted up to 10,000. Null with a cursor. */
                        total_count: number | null;
                        /** @description False: there are at least so many. */
                        total_is_exact: boolean;
                        page: number;
                        limit: number;
                        total_pages: number | null;
                        /** @description Null: there are no older ones. */
                        next_cursor: number | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaignReport: {
        parameters: {
            query?: {
                /** @description Only contacts whose last call was at this moment or later. */
                from?: string;
                /** @description Only contacts whose last call was before this moment. */
                to?: string;
            };
            header?: never;
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Streamed; one line per contact. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaignSourceDownloadUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "download_url": "https://calls.example.com/api/v1/contact-list-downloads/1.5.1763199000000.q0vG3b8LxW5t.Zk3…",
                     *       "expires_in": 900
                     *     }
                     */
                    "application/json": {
                        download_url: string;
                        expires_in: number;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaignResults: {
        parameters: {
            query?: {
                /** @description Only contacts whose last call was at this moment or later. */
                from?: string;
                /** @description Only contacts whose last call was before this moment. */
                to?: string;
            };
            header?: never;
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "campaign_id": 7,
                     *       "contacts": 120,
                     *       "outcomes": [
                     *         {
                     *           "value": "answered",
                     *           "contacts": 80
                     *         },
                     *         {
                     *           "value": "no_answer",
                     *           "contacts": 40
                     *         }
                     *       ],
                     *       "dispositions": [
                     *         {
                     *           "value": "confirmed",
                     *           "contacts": 62
                     *         }
                     *       ],
                     *       "gathered": [
                     *         {
                     *           "name": "reason",
                     *           "contacts": 12,
                     *           "values": [
                     *             {
                     *               "value": "moved away",
                     *               "contacts": 9
                     *             }
                     *           ],
                     *           "other": 3
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignResults"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaignResultsCsv: {
        parameters: {
            query?: {
                /** @description Only contacts whose last call was at this moment or later. */
                from?: string;
                /** @description Only contacts whose last call was before this moment. */
                to?: string;
            };
            header?: never;
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One line per value. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    explainCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "campaign_id": 1,
                     *       "state": "running",
                     *       "as_of": "2026-11-15T09:41:00.000Z",
                     *       "pending_rows": 5310,
                     *       "ready_rows": 5298,
                     *       "held_rows": 12,
                     *       "free_rows": 0,
                     *       "waits": [
                     *         {
                     *           "rule": "retry_time",
                     *           "message": "The next attempt is not due yet.",
                     *           "until": "2026-11-15T09:55:00.000Z",
                     *           "contacts": 12
                     *         },
                     *         {
                     *           "rule": "campaign_slots",
                     *           "message": "All 25 live calls of the campaign are in use.",
                     *           "until": null,
                     *           "contacts": 5298
                     *         }
                     *       ],
                     *       "limits": [
                     *         {
                     *           "rule": "campaign_slots",
                     *           "limit": 25,
                     *           "used": 25,
                     *           "reached": true,
                     *           "until": null
                     *         },
                     *         {
                     *           "rule": "organization_slots",
                     *           "limit": 200,
                     *           "used": 38,
                     *           "reached": false,
                     *           "until": null
                     *         },
                     *         {
                     *           "rule": "pace",
                     *           "limit": 10,
                     *           "used": null,
                     *           "reached": false,
                     *           "until": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignExplanation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLeftOut: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "left_out": [
                     *         {
                     *           "rule": "zone_unknown",
                     *           "contacts": 400
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        left_out: {
                            rule: string | null;
                            contacts: number;
                        }[];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    explainContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaign_id: number;
                contact_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "contact_id": 7,
                     *       "campaign_id": 1,
                     *       "as_of": "2026-11-15T09:41:00.000Z",
                     *       "may_call_now": false,
                     *       "because": [
                     *         {
                     *           "rule": "calling_hours",
                     *           "message": "It is outside the calling hours.",
                     *           "until": "2026-11-16T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "rules": [
                     *         {
                     *           "rule": "calling_hours",
                     *           "message": "It is outside the calling hours.",
                     *           "until": "2026-11-16T08:00:00.000Z",
                     *           "holds": true
                     *         },
                     *         {
                     *           "rule": "suppressed",
                     *           "holds": false,
                     *           "message": "The number is not on the do-not-call list.",
                     *           "until": null
                     *         }
                     *       ],
                     *       "next_possible_at": "2026-11-16T08:00:00.000Z",
                     *       "attempts": [
                     *         {
                     *           "call_id": 42,
                     *           "attempt": 1,
                     *           "at": "2026-11-15T09:30:00.123Z",
                     *           "state": "ended",
                     *           "outcome": "no_answer",
                     *           "cause": "no answer",
                     *           "caller_number": "+15550199",
                     *           "duration_seconds": 0
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ContactExplanation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `campaign_not_found`: There is no campaign with this id.
             *
             *     `contact_not_found`: There is no contact with this id in this campaign.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getNumberHistory: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "phone_number": "+18505550100",
                     *       "zones": {
                     *         "timezones": [
                     *           "America/Chicago",
                     *           "America/New_York"
                     *         ],
                     *         "places": [
                     *           "US",
                     *           "US-FL"
                     *         ],
                     *         "source": "number"
                     *       },
                     *       "may_call_now": false,
                     *       "because": [
                     *         {
                     *           "rule": "calling_hours",
                     *           "message": "It is outside the calling hours.",
                     *           "until": "2026-11-16T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "suppressed": [],
                     *       "consents": [
                     *         {
                     *           "id": 1,
                     *           "kind": "express_written",
                     *           "at": "2026-10-01T09:30:00.000Z",
                     *           "expires_at": null,
                     *           "source": "web form, spring offer",
                     *           "proof": "https://forms.example.com/8841",
                     *           "author": "contact list 3"
                     *         }
                     *       ],
                     *       "campaigns": [
                     *         {
                     *           "campaign_id": 1,
                     *           "name": "November",
                     *           "contact_id": 7,
                     *           "state": "pending",
                     *           "outcome": "busy",
                     *           "attempts": 1,
                     *           "next_attempt_at": "2026-11-16T15:00:00.000Z",
                     *           "held_by": "cap"
                     *         }
                     *       ],
                     *       "attempts": [
                     *         {
                     *           "call_id": 42,
                     *           "campaign_id": 1,
                     *           "contact_id": 7,
                     *           "at": "2026-11-15T15:00:00.000Z",
                     *           "local_time": "2026-11-15 09:00 America/Chicago",
                     *           "state": "ended",
                     *           "outcome": "busy",
                     *           "cause": "busy",
                     *           "duration_seconds": 0,
                     *           "policy_version": "2.1",
                     *           "refused": false,
                     *           "is_simulated": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["NumberHistory"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `number_not_found`: This is not a phone number. Write it in international format: + and the country calling code. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "policy": {
                 *         "packs": [
                 *           "us-federal",
                 *           "us-fl"
                 *         ],
                 *         "hours": {
                 *           "monday": [
                 *             {
                 *               "start": "09:00",
                 *               "end": "19:00"
                 *             }
                 *           ],
                 *           "tuesday": [
                 *             {
                 *               "start": "09:00",
                 *               "end": "19:00"
                 *             }
                 *           ],
                 *           "wednesday": [
                 *             {
                 *               "start": "09:00",
                 *               "end": "19:00"
                 *             }
                 *           ],
                 *           "thursday": [
                 *             {
                 *               "start": "09:00",
                 *               "end": "19:00"
                 *             }
                 *           ],
                 *           "friday": [
                 *             {
                 *               "start": "09:00",
                 *               "end": "16:00"
                 *             }
                 *           ],
                 *           "saturday": [],
                 *           "sunday": []
                 *         },
                 *         "caps": [
                 *           {
                 *             "max": 3,
                 *             "hours": 24,
                 *             "count": "attempts"
                 *           }
                 *         ],
                 *         "least_gap_minutes": 60,
                 *         "scrubbed_on": {
                 *           "us-national-dnc": "2026-11-10"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    policy: components["schemas"]["PolicyInput"];
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "waiting": 1200,
                     *       "callable": 0,
                     *       "later": [
                     *         {
                     *           "rule": "contact_hours",
                     *           "message": "It is 06:40 there (America/Chicago, from the number); calling hours begin at 08:00 (the pack us-federal).",
                     *           "contacts": 1150,
                     *           "newly": 1150,
                     *           "until": "2026-11-16T14:00:00.000Z"
                     *         }
                     *       ],
                     *       "held": [
                     *         {
                     *           "rule": "uncovered",
                     *           "message": "No pack selected by the organization's policy covers people in CA-ON. The contact is held. Select a pack that does, or set \"uncovered\" to \"allow\".",
                     *           "contacts": 50,
                     *           "newly": 50,
                     *           "until": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PolicyPreview"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    forecastNewCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "source_id": "csv_6f1c2b7e9a0d",
                 *       "max_concurrency": 10,
                 *       "alternatives": [
                 *         {
                 *           "name": "Twice the lines",
                 *           "max_concurrency": 20
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    source_id: string;
                    telephony_configuration_id?: number | null;
                    max_concurrency?: number | null;
                    calls_per_second?: number | null;
                    retry_config?: {
                        enabled?: boolean | null;
                        max_retries?: number | null;
                        retry_delay_seconds?: number | null;
                        retry_on_busy?: boolean | null;
                        retry_on_no_answer?: boolean | null;
                        retry_on_voicemail?: boolean | null;
                        retry_after_message?: boolean | null;
                    } | null;
                    schedule_config?: {
                        enabled?: boolean | null;
                        timezone?: string | null;
                        slots?: {
                            day_of_week: number;
                            start_time: string;
                            end_time: string;
                        }[] | null;
                    } | null;
                    /** @description Instead of what the history of the organization says. */
                    assumptions?: {
                        answer_rate: number;
                        talk_seconds: number;
                    } | null;
                    /** @description What if: the same campaign with other settings. */
                    alternatives?: {
                        name: string;
                        max_concurrency?: number | null;
                        calls_per_second?: number | null;
                        retry_config?: {
                            enabled?: boolean | null;
                            max_retries?: number | null;
                            retry_delay_seconds?: number | null;
                            retry_on_busy?: boolean | null;
                            retry_on_no_answer?: boolean | null;
                            retry_on_voicemail?: boolean | null;
                            retry_after_message?: boolean | null;
                        } | null;
                        schedule_config?: {
                            enabled?: boolean | null;
                            timezone?: string | null;
                            slots?: {
                                day_of_week: number;
                                start_time: string;
                                end_time: string;
                            }[] | null;
                        } | null;
                    }[] | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "based_on": {
                     *         "source": "history",
                     *         "calls": 500,
                     *         "answer_rate": 0.36,
                     *         "average_slot_seconds": 41.5,
                     *         "message": "From the last 500 calls of your organization."
                     *       },
                     *       "forecast": {
                     *         "ends_at": {
                     *           "p10": "2026-11-16T15:10:00.000Z",
                     *           "p50": "2026-11-16T15:25:00.000Z",
                     *           "p90": "2026-11-16T15:50:00.000Z"
                     *         },
                     *         "calls": {
                     *           "p10": 1980,
                     *           "p50": 2040,
                     *           "p90": 2110
                     *         },
                     *         "reached": {
                     *           "p10": 690,
                     *           "p50": 720,
                     *           "p90": 748
                     *         },
                     *         "calls_per_hour": [
                     *           {
                     *             "at": "2026-11-16T09:00:00.000Z",
                     *             "calls": 410
                     *           }
                     *         ],
                     *         "busiest_hour": {
                     *           "at": "2026-11-16T09:00:00.000Z",
                     *           "calls": 410
                     *         },
                     *         "left_out": []
                     *       },
                     *       "alternatives": [
                     *         {
                     *           "name": "Twice the lines",
                     *           "forecast": {
                     *             "ends_at": {
                     *               "p10": "2026-11-16T15:10:00.000Z",
                     *               "p50": "2026-11-16T15:25:00.000Z",
                     *               "p90": "2026-11-16T15:50:00.000Z"
                     *             },
                     *             "calls": {
                     *               "p10": 1980,
                     *               "p50": 2040,
                     *               "p90": 2110
                     *             },
                     *             "reached": {
                     *               "p10": 690,
                     *               "p50": 720,
                     *               "p90": 748
                     *             },
                     *             "calls_per_hour": [
                     *               {
                     *                 "at": "2026-11-16T09:00:00.000Z",
                     *                 "calls": 410
                     *               }
                     *             ],
                     *             "busiest_hour": {
                     *               "at": "2026-11-16T09:00:00.000Z",
                     *               "calls": 410
                     *             },
                     *             "left_out": []
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignForecast"];
                };
            };
            /**
             * @description `source_not_found`: There is no uploaded contact list with this source_id.
             *
             *     `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            /**
             * @description `forecast_busy`: Other forecasts are running. Try again in a few seconds.
             *
             *     `too_many_requests`: Your organization has reached its request limit. Wait a moment and try again.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    forecastCampaign: {
        parameters: {
            query?: {
                max_concurrency?: number;
            };
            header?: never;
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "based_on": {
                     *         "source": "history",
                     *         "calls": 500,
                     *         "answer_rate": 0.36,
                     *         "average_slot_seconds": 41.5,
                     *         "message": "From the last 500 calls of your organization."
                     *       },
                     *       "forecast": {
                     *         "ends_at": {
                     *           "p10": "2026-11-16T15:10:00.000Z",
                     *           "p50": "2026-11-16T15:25:00.000Z",
                     *           "p90": "2026-11-16T15:50:00.000Z"
                     *         },
                     *         "calls": {
                     *           "p10": 1980,
                     *           "p50": 2040,
                     *           "p90": 2110
                     *         },
                     *         "reached": {
                     *           "p10": 690,
                     *           "p50": 720,
                     *           "p90": 748
                     *         },
                     *         "calls_per_hour": [
                     *           {
                     *             "at": "2026-11-16T09:00:00.000Z",
                     *             "calls": 410
                     *           }
                     *         ],
                     *         "busiest_hour": {
                     *           "at": "2026-11-16T09:00:00.000Z",
                     *           "calls": 410
                     *         },
                     *         "left_out": []
                     *       },
                     *       "alternatives": [
                     *         {
                     *           "name": "Twice the lines",
                     *           "forecast": {
                     *             "ends_at": {
                     *               "p10": "2026-11-16T15:10:00.000Z",
                     *               "p50": "2026-11-16T15:25:00.000Z",
                     *               "p90": "2026-11-16T15:50:00.000Z"
                     *             },
                     *             "calls": {
                     *               "p10": 1980,
                     *               "p50": 2040,
                     *               "p90": 2110
                     *             },
                     *             "reached": {
                     *               "p10": 690,
                     *               "p50": 720,
                     *               "p90": 748
                     *             },
                     *             "calls_per_hour": [
                     *               {
                     *                 "at": "2026-11-16T09:00:00.000Z",
                     *                 "calls": 410
                     *               }
                     *             ],
                     *             "busiest_hour": {
                     *               "at": "2026-11-16T09:00:00.000Z",
                     *               "calls": 410
                     *             },
                     *             "left_out": []
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignForecast"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            /**
             * @description `forecast_busy`: Other forecasts are running. Try again in a few seconds.
             *
             *     `too_many_requests`: Your organization has reached its request limit. Wait a moment and try again.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    forecastCampaignWith: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "alternatives": [
                 *         {
                 *           "name": "Twice the lines",
                 *           "max_concurrency": 20
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Instead of what the history of the organization says. */
                    assumptions?: {
                        answer_rate: number;
                        talk_seconds: number;
                    } | null;
                    /** @description What if: the same campaign with other settings. */
                    alternatives?: {
                        name: string;
                        max_concurrency?: number | null;
                        calls_per_second?: number | null;
                        retry_config?: {
                            enabled?: boolean | null;
                            max_retries?: number | null;
                            retry_delay_seconds?: number | null;
                            retry_on_busy?: boolean | null;
                            retry_on_no_answer?: boolean | null;
                            retry_on_voicemail?: boolean | null;
                            retry_after_message?: boolean | null;
                        } | null;
                        schedule_config?: {
                            enabled?: boolean | null;
                            timezone?: string | null;
                            slots?: {
                                day_of_week: number;
                                start_time: string;
                                end_time: string;
                            }[] | null;
                        } | null;
                    }[] | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "based_on": {
                     *         "source": "history",
                     *         "calls": 500,
                     *         "answer_rate": 0.36,
                     *         "average_slot_seconds": 41.5,
                     *         "message": "From the last 500 calls of your organization."
                     *       },
                     *       "forecast": {
                     *         "ends_at": {
                     *           "p10": "2026-11-16T15:10:00.000Z",
                     *           "p50": "2026-11-16T15:25:00.000Z",
                     *           "p90": "2026-11-16T15:50:00.000Z"
                     *         },
                     *         "calls": {
                     *           "p10": 1980,
                     *           "p50": 2040,
                     *           "p90": 2110
                     *         },
                     *         "reached": {
                     *           "p10": 690,
                     *           "p50": 720,
                     *           "p90": 748
                     *         },
                     *         "calls_per_hour": [
                     *           {
                     *             "at": "2026-11-16T09:00:00.000Z",
                     *             "calls": 410
                     *           }
                     *         ],
                     *         "busiest_hour": {
                     *           "at": "2026-11-16T09:00:00.000Z",
                     *           "calls": 410
                     *         },
                     *         "left_out": []
                     *       },
                     *       "alternatives": [
                     *         {
                     *           "name": "Twice the lines",
                     *           "forecast": {
                     *             "ends_at": {
                     *               "p10": "2026-11-16T15:10:00.000Z",
                     *               "p50": "2026-11-16T15:25:00.000Z",
                     *               "p90": "2026-11-16T15:50:00.000Z"
                     *             },
                     *             "calls": {
                     *               "p10": 1980,
                     *               "p50": 2040,
                     *               "p90": 2110
                     *             },
                     *             "reached": {
                     *               "p10": 690,
                     *               "p50": 720,
                     *               "p90": 748
                     *             },
                     *             "calls_per_hour": [
                     *               {
                     *                 "at": "2026-11-16T09:00:00.000Z",
                     *                 "calls": 410
                     *               }
                     *             ],
                     *             "busiest_hour": {
                     *               "at": "2026-11-16T09:00:00.000Z",
                     *               "calls": 410
                     *             },
                     *             "left_out": []
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CampaignForecast"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            /**
             * @description `forecast_busy`: Other forecasts are running. Try again in a few seconds.
             *
             *     `too_many_requests`: Your organization has reached its request limit. Wait a moment and try again.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCallStatistics: {
        parameters: {
            query?: {
                /** @description Only calls of this campaign; else all of the organization. */
                campaign_id?: number;
                /** @description 24 hours before `to` if left out. */
                from?: string;
                /** @description Not included. Now if left out. */
                to?: string;
                /** @description Whose wall clock cuts hours and days. If left out: that of the campaign's schedule, else the organization's. */
                timezone?: string;
                bucket?: "minute" | "quarter" | "hour" | "day";
                /** @description Outbound if left out. */
                direction?: "outbound" | "inbound";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "bucket": "hour",
                     *       "timezone": "Europe/Berlin",
                     *       "from": "2026-11-15T08:00:00.000Z",
                     *       "to": "2026-11-15T10:00:00.000Z",
                     *       "as_of": "2026-11-15T09:41:00.123Z",
                     *       "totals": {
                     *         "calls": 41,
                     *         "outcomes": {
                     *           "answered": 26,
                     *           "no_answer": 15
                     *         },
                     *         "talk_seconds": 905
                     *       },
                     *       "columns": [
                     *         {
                     *           "starts_at": "2026-11-15T08:00:00.000Z",
                     *           "calls": 0,
                     *           "outcomes": {},
                     *           "talk_seconds": 0
                     *         },
                     *         {
                     *           "starts_at": "2026-11-15T09:00:00.000Z",
                     *           "calls": 41,
                     *           "outcomes": {
                     *             "answered": 26,
                     *             "no_answer": 15
                     *           },
                     *           "talk_seconds": 905
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CallStatistics"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAnswerRates: {
        parameters: {
            query?: {
                /** @description Only calls of this campaign; else all of the organization. */
                campaign_id?: number;
                /** @description 28 days before `to` if left out. */
                from?: string;
                /** @description Not included. Now if left out. */
                to?: string;
                /** @description Whose wall clock cuts hours and days. If left out: that of the campaign's schedule, else the organization's. */
                timezone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "timezone": "Europe/Berlin",
                     *       "from": "2026-10-18T09:00:00.000Z",
                     *       "to": "2026-11-15T09:30:00.000Z",
                     *       "cells": [
                     *         {
                     *           "day_of_week": 1,
                     *           "hour": 11,
                     *           "calls": 412,
                     *           "answered": 259,
                     *           "share": 0.629
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AnswerRates"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /** @description How many months, this one included; 3 if left out. */
                months?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "usage": [
                     *         {
                     *           "month": "2026-11",
                     *           "direction": "outbound",
                     *           "calls": 12400,
                     *           "answered": 4100,
                     *           "talk_seconds": 254000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        usage: components["schemas"]["Usage"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAbandonment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                campaign_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "campaign_id": 7,
                     *       "days": 30,
                     *       "answered": 400,
                     *       "abandoned": 6,
                     *       "no_agent": 1,
                     *       "agent_failed": 2,
                     *       "late_audio": 3,
                     *       "rate_percent": 1.5
                     *     }
                     */
                    "application/json": components["schemas"]["Abandonment"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `campaign_not_found`: There is no campaign with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAbandonmentLimits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "warn_percent": 3,
                     *       "pause_percent": 3
                     *     }
                     */
                    "application/json": components["schemas"]["AbandonmentLimits"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setAbandonmentLimits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "warn_percent": 3,
                 *       "pause_percent": 3
                 *     }
                 */
                "application/json": components["schemas"]["AbandonmentLimits"];
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "warn_percent": 3,
                     *       "pause_percent": 3
                     *     }
                     */
                    "application/json": components["schemas"]["AbandonmentLimits"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkflowTraffic: {
        parameters: {
            query?: {
                /** @description How far back; 30 if left out. */
                days?: number;
            };
            header?: never;
            path: {
                workflow_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workflow_id": 1,
                     *       "from": "2026-10-16T09:30:00.123Z",
                     *       "calls": 410,
                     *       "steps": [
                     *         {
                     *           "node": "greeting",
                     *           "calls": 410,
                     *           "ended": 61
                     *         }
                     *       ],
                     *       "exits": [
                     *         {
                     *           "edge": "yes",
                     *           "source": "greeting",
                     *           "target": "confirmed",
                     *           "calls": 287,
                     *           "share": 0.7,
                     *           "shared": false
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WorkflowTraffic"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description `workflow_not_found`: There is no workflow with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkflowStatistics: {
        parameters: {
            query?: {
                /** @description How far back; 30 if left out. */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-10-16T09:30:00.123Z",
                     *       "workflows": [
                     *         {
                     *           "workflow_id": 1,
                     *           "calls": 612,
                     *           "outcomes": {
                     *             "answered": 410,
                     *             "no_answer": 202
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** Format: date-time */
                        from: string;
                        workflows: {
                            workflow_id: number;
                            calls: number;
                            outcomes: {
                                [key: string]: number;
                            };
                        }[];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recordings_days": 30,
                     *       "transcripts_days": 90,
                     *       "contacts_days": 365,
                     *       "events_days": null,
                     *       "ledger_days": 1826,
                     *       "audit_days": 400,
                     *       "installation_events_days": 30
                     *     }
                     */
                    "application/json": components["schemas"]["Retention"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    setRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recordings_days": 30,
                 *       "transcripts_days": 90
                 *     }
                 */
                "application/json": {
                    recordings_days?: number | null;
                    transcripts_days?: number | null;
                    contacts_days?: number | null;
                    events_days?: number | null;
                    ledger_days?: number | null;
                    audit_days?: number | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "recordings_days": 30,
                     *       "transcripts_days": 90,
                     *       "contacts_days": 365,
                     *       "events_days": null,
                     *       "ledger_days": 1826,
                     *       "audit_days": 400,
                     *       "installation_events_days": 30
                     *     }
                     */
                    "application/json": components["schemas"]["Retention"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listErasures: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "erasures": [
                     *         {
                     *           "id": 3,
                     *           "at": "2026-11-15T09:30:00.123Z",
                     *           "author": "API key 1",
                     *           "reason": "asked by e-mail",
                     *           "counts": {
                     *             "contacts": 2,
                     *             "calls": 3,
                     *             "list_rows": 2,
                     *             "events": 5,
                     *             "deliveries": 5,
                     *             "audit_events": 0,
                     *             "ledger_records": 1
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        erasures: components["schemas"]["Erasure"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    erasePerson: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phone_number": "+447912345678",
                 *       "reason": "asked by e-mail"
                 *     }
                 */
                "application/json": {
                    phone_number: string;
                    country_code?: string | null;
                    /** @description Kept; do not name the person. */
                    reason?: string | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "at": "2026-11-15T09:30:00.123Z",
                     *       "author": "API key 1",
                     *       "reason": "asked by e-mail",
                     *       "counts": {
                     *         "contacts": 2,
                     *         "calls": 3,
                     *         "list_rows": 2,
                     *         "events": 5,
                     *         "deliveries": 5,
                     *         "audit_events": 0,
                     *         "ledger_records": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `person_in_call`: This person is in a live call. Erase them when it has ended.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    search: {
        parameters: {
            query?: {
                /** @description Nothing is found without it. */
                q?: string;
                /** @description Of each kind; 5 if left out. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "campaigns": [
                     *         {
                     *           "id": 1,
                     *           "name": "November reminders",
                     *           "state": "running"
                     *         }
                     *       ],
                     *       "workflows": [],
                     *       "contacts": [
                     *         {
                     *           "id": 7,
                     *           "campaign_id": 1,
                     *           "campaign_name": "November reminders",
                     *           "phone_number": "+15550100",
                     *           "state": "done",
                     *           "outcome": "answered",
                     *           "variables": {
                     *             "first_name": "Ada"
                     *           }
                     *         }
                     *       ],
                     *       "is_complete": true,
                     *       "numbers": [],
                     *       "calls": [
                     *         {
                     *           "id": 42,
                     *           "campaign_id": 1,
                     *           "contact_id": 7,
                     *           "phone_number": "+15550100",
                     *           "state": "ended",
                     *           "outcome": "answered",
                     *           "created_at": "2026-11-15T09:30:00.123Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listUnexpectedPhrases: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                workflow_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workflow_id": 1,
                     *       "people_min": 5,
                     *       "phrases": [
                     *         {
                     *           "node": "greeting",
                     *           "phrase": "next week",
                     *           "people": 41
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UnexpectedPhrases"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `workflow_not_found`: There is no workflow with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCalls: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                /** @description Only older calls than this one: `next_cursor` of the answer before. Goes before `page`. */
                cursor?: number;
                campaign_id?: number;
                workflow_id?: number;
                /** @description Only calls that began at this moment or later. */
                from?: string;
                /** @description Only calls that began before this moment. */
                to?: string;
                outcome?: "answered" | "voicemail" | "busy" | "no_answer" | "declined" | "failed" | "canceled" | "lost";
                /** @description What the conversation came to. */
                disposition?: string;
                call_type?: "inbound" | "outbound";
                /** @description `true`: only calls under way; `false`: only those that are over. */
                live?: boolean;
                /** @description The beginning of a number, written in any way; at least three characters unless `live` is true. */
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "runs": [
                     *         {
                     *           "id": 42,
                     *           "workflow_id": 1,
                     *           "definition_id": 1,
                     *           "version_number": 1,
                     *           "name": "Appointment reminder #42",
                     *           "mode": "simulator",
                     *           "is_simulated": true,
                     *           "created_at": "2026-11-15T09:30:00.123Z",
                     *           "is_completed": true,
                     *           "state": "ended",
                     *           "outcome": "answered",
                     *           "call_type": "outbound",
                     *           "phone_number": "+15550100",
                     *           "caller_number": null,
                     *           "duration_seconds": 17,
                     *           "campaign_id": 1,
                     *           "contact_id": 7,
                     *           "returns_contact_id": null,
                     *           "attempt": 1,
                     *           "telephony_configuration_id": 1,
                     *           "initial_context": {
                     *             "first_name": "Ada"
                     *           },
                     *           "gathered_context": {
                     *             "confirmed": "yes"
                     *           },
                     *           "analysis": {
                     *             "summary": "Ada confirmed.",
                     *             "success": true,
                     *             "success_reason": "She said yes.",
                     *             "sentiment": "positive"
                     *           },
                     *           "disposition": "confirmed",
                     *           "cause": "hung up",
                     *           "answered_at": "2026-11-15T09:30:02.500Z",
                     *           "ended_at": "2026-11-15T09:30:19.700Z",
                     *           "transcript_url": "https://calls.example.com/api/v1/calls/42",
                     *           "recording_url": null
                     *         }
                     *       ],
                     *       "total_count": 1,
                     *       "total_is_exact": true,
                     *       "page": 1,
                     *       "limit": 50,
                     *       "total_pages": 1,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        runs: components["schemas"]["Run"][];
                        /** @description Counted up to 10,000. Null with a cursor. */
                        total_count: number | null;
                        /** @description False: there are at least so many. */
                        total_is_exact: boolean;
                        page: number;
                        limit: number;
                        total_pages: number | null;
                        /** @description Null: there are no older ones. */
                        next_cursor: number | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                call_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 42,
                     *       "workflow_id": 1,
                     *       "definition_id": 1,
                     *       "version_number": 1,
                     *       "name": "Appointment reminder #42",
                     *       "mode": "simulator",
                     *       "is_simulated": true,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "is_completed": true,
                     *       "state": "ended",
                     *       "outcome": "answered",
                     *       "call_type": "outbound",
                     *       "phone_number": "+15550100",
                     *       "caller_number": null,
                     *       "duration_seconds": 17,
                     *       "campaign_id": 1,
                     *       "contact_id": 7,
                     *       "returns_contact_id": null,
                     *       "attempt": 1,
                     *       "telephony_configuration_id": 1,
                     *       "initial_context": {
                     *         "first_name": "Ada"
                     *       },
                     *       "gathered_context": {
                     *         "confirmed": "yes"
                     *       },
                     *       "analysis": {
                     *         "summary": "Ada confirmed.",
                     *         "success": true,
                     *         "success_reason": "She said yes.",
                     *         "sentiment": "positive"
                     *       },
                     *       "disposition": "confirmed",
                     *       "cause": "hung up",
                     *       "answered_at": "2026-11-15T09:30:02.500Z",
                     *       "ended_at": "2026-11-15T09:30:19.700Z",
                     *       "transcript_url": "https://calls.example.com/api/v1/calls/42",
                     *       "recording_url": null,
                     *       "placed_at": "2026-11-15T09:30:00.150Z",
                     *       "ended_by": "us",
                     *       "machine": "human",
                     *       "consents": [
                     *         {
                     *           "at": "2026-11-15T09:30:12.500Z",
                     *           "edge": "agrees",
                     *           "given": true,
                     *           "question": "You agree to pay ninety dollars, is that right?",
                     *           "answer": "yes",
                     *           "from_ms": 6100,
                     *           "to_ms": 10000
                     *         }
                     *       ],
                     *       "timeline": [
                     *         {
                     *           "at": "2026-11-15T09:30:02.500Z",
                     *           "what": "answered"
                     *         }
                     *       ],
                     *       "transcript": [
                     *         {
                     *           "at": "2026-11-15T09:30:02.700Z",
                     *           "who": "agent",
                     *           "text": "Hello Ada."
                     *         }
                     *       ],
                     *       "latencies": {
                     *         "first_audio_ms": 120
                     *       },
                     *       "cost": {
                     *         "amount": "0.014",
                     *         "currency": "USD",
                     *         "source": "carrier",
                     *         "carrier": {
                     *           "amount": "0.014",
                     *           "currency": "USD"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Call"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `call_not_found`: There is no call with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCallRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                call_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "download_url": "https://calls.example.com/api/v1/recordings/1.42.1763199000000.q0vG3b8LxW5t.Zk3…",
                     *       "expires_in": 900
                     *     }
                     */
                    "application/json": {
                        download_url: string;
                        expires_in: number;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `call_not_found`: There is no call with this id.
             *
             *     `recording_not_found`: There is no recording of this call.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    hangUpCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                call_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 42,
                     *       "workflow_id": 1,
                     *       "definition_id": 1,
                     *       "version_number": 1,
                     *       "name": "Appointment reminder #42",
                     *       "mode": "simulator",
                     *       "is_simulated": true,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "is_completed": true,
                     *       "state": "ended",
                     *       "outcome": "answered",
                     *       "call_type": "outbound",
                     *       "phone_number": "+15550100",
                     *       "caller_number": null,
                     *       "duration_seconds": 17,
                     *       "campaign_id": 1,
                     *       "contact_id": 7,
                     *       "returns_contact_id": null,
                     *       "attempt": 1,
                     *       "telephony_configuration_id": 1,
                     *       "initial_context": {
                     *         "first_name": "Ada"
                     *       },
                     *       "gathered_context": {
                     *         "confirmed": "yes"
                     *       },
                     *       "analysis": {
                     *         "summary": "Ada confirmed.",
                     *         "success": true,
                     *         "success_reason": "She said yes.",
                     *         "sentiment": "positive"
                     *       },
                     *       "disposition": "confirmed",
                     *       "cause": "hung up",
                     *       "answered_at": "2026-11-15T09:30:02.500Z",
                     *       "ended_at": "2026-11-15T09:30:19.700Z",
                     *       "transcript_url": "https://calls.example.com/api/v1/calls/42",
                     *       "recording_url": null,
                     *       "placed_at": "2026-11-15T09:30:00.150Z",
                     *       "ended_by": "us",
                     *       "machine": "human",
                     *       "consents": [
                     *         {
                     *           "at": "2026-11-15T09:30:12.500Z",
                     *           "edge": "agrees",
                     *           "given": true,
                     *           "question": "You agree to pay ninety dollars, is that right?",
                     *           "answer": "yes",
                     *           "from_ms": 6100,
                     *           "to_ms": 10000
                     *         }
                     *       ],
                     *       "timeline": [
                     *         {
                     *           "at": "2026-11-15T09:30:02.500Z",
                     *           "what": "answered"
                     *         }
                     *       ],
                     *       "transcript": [
                     *         {
                     *           "at": "2026-11-15T09:30:02.700Z",
                     *           "who": "agent",
                     *           "text": "Hello Ada."
                     *         }
                     *       ],
                     *       "latencies": {
                     *         "first_audio_ms": 120
                     *       },
                     *       "cost": {
                     *         "amount": "0.014",
                     *         "currency": "USD",
                     *         "source": "carrier",
                     *         "carrier": {
                     *           "amount": "0.014",
                     *           "currency": "USD"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Call"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `call_not_found`: There is no call with this id. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `call_not_live`: This call has ended.
             *
             *     `call_not_placed`: The carrier has not accepted this call yet. Try again in a moment.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCallPeaks: {
        parameters: {
            query?: {
                /** @description Points at most; 800 if left out. There are never more than 20 a second. */
                limit?: number;
            };
            header?: never;
            path: {
                call_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "call_id": 42,
                     *       "duration_seconds": 17.2,
                     *       "points": 4,
                     *       "person": [
                     *         0,
                     *         12,
                     *         190,
                     *         0
                     *       ],
                     *       "agent": [
                     *         201,
                     *         180,
                     *         0,
                     *         96
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CallPeaks"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `call_not_found`: There is no call with this id.
             *
             *     `recording_not_found`: There is no recording of this call.
             */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    downloadRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Stereo WAV: the person on the left, the agent on the right. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": unknown;
                };
            };
            /** @description `link_expired`: This link has expired. Request a new one. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `recording_not_found`: There is no recording of this call. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    initiateCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": 1,
                 *       "phone_number": "+12025550100",
                 *       "override_reason": "a test on my own phone"
                 *     }
                 */
                "application/json": {
                    workflow_id: number;
                    phone_number: string;
                    telephony_configuration_id?: number | null;
                    /** @description Short digits and names are extensions of your PBX and may be called. Off unless you say so: in most lists they are typing errors. Only a PBX (`ari`) dials them. */
                    allow_extensions?: boolean | null;
                    variables?: {
                        [key: string]: string;
                    } | null;
                    /** @description The calling rules of the organization hold for this call too. For your own phone they can be set aside: say why. This needs an admin key, or a number in `/organizations/own-phones`. The ledger keeps it with your key. The do-not-call list cannot be set aside. */
                    override_reason?: string | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 42,
                     *       "workflow_id": 1,
                     *       "definition_id": 1,
                     *       "version_number": 1,
                     *       "name": "Appointment reminder #42",
                     *       "mode": "simulator",
                     *       "is_simulated": true,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "is_completed": false,
                     *       "state": "claimed",
                     *       "outcome": null,
                     *       "call_type": "outbound",
                     *       "phone_number": "+15550100",
                     *       "caller_number": null,
                     *       "duration_seconds": 17,
                     *       "campaign_id": 1,
                     *       "contact_id": 7,
                     *       "returns_contact_id": null,
                     *       "attempt": 1,
                     *       "telephony_configuration_id": 1,
                     *       "initial_context": {
                     *         "first_name": "Ada"
                     *       },
                     *       "gathered_context": {
                     *         "confirmed": "yes"
                     *       },
                     *       "analysis": {
                     *         "summary": "Ada confirmed.",
                     *         "success": true,
                     *         "success_reason": "She said yes.",
                     *         "sentiment": "positive"
                     *       },
                     *       "disposition": "confirmed",
                     *       "cause": "hung up",
                     *       "answered_at": "2026-11-15T09:30:02.500Z",
                     *       "ended_at": "2026-11-15T09:30:19.700Z",
                     *       "transcript_url": "https://calls.example.com/api/v1/calls/42",
                     *       "recording_url": null
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            /**
             * @description `workflow_not_found`: There is no workflow with this id in your organization.
             *
             *     `telephony_configuration_not_found`: There is no telephony configuration with this id in your organization.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /**
             * @description `override_not_allowed`: Only an admin key can set the calling rules aside for this number. Other keys can do it for the numbers in `/organizations/own-phones`.
             *
             *     `scope_too_narrow`: This API key does not have the scope for this operation. Use a key with a wider scope.
             */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `workflow_archived`: This workflow is archived.
             *
             *     `workflow_needs_a_model`: This workflow needs a language model. Configure one, or fill in the field "say" of every node.
             *
             *     `speech_unavailable`: Install the optional speech packages, or configure a speech service.
             *
             *     `language_unavailable`: The configured voice or recognizer does not support the language of this workflow.
             *
             *     `quota_exceeded`: Your organization has reached its quota for these.
             *
             *     `call_not_allowed`: The calling rules do not allow this call now.
             *
             *     `number_suppressed`: This number is on the do-not-call list.
             *
             *     `no_caller_id`: This carrier requires a caller ID. Add an active phone number to the configuration.
             *
             *     `number_in_another_call`: Another call of your organization with this number is live. Try again when that call has ended.
             *
             *     `number_limits_reached`: Every caller ID of the configuration has reached its call limit. Raise the limit, or try again later.
             *
             *     `public_url_unreachable`: Carriers cannot reach this server at PUBLIC_URL.
             *
             *     `no_free_slot`: Your organization has reached its limit of concurrent calls. Try again when a call ends.
             *
             *     `spend_limit_reached`: A spend limit is reached. Raise the limit of the organization or of the campaign, or wait for the next day.
             *
             *     `prices_missing`: A spend limit is set, and this telephony configuration has no prices. Set its prices, or remove the limit.
             *
             *     `carrier_backing_off`: The carrier accepts no more calls at the moment. Try again later.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** @description `unavailable`: The database is not reachable. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only events after this one; from the oldest kept if left out. */
                after?: number;
                /** @description 100 if left out. */
                limit?: number;
                /** @description Only events of this campaign. */
                campaign_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "id": 118,
                     *           "at": "2026-11-15T09:30:00.123Z",
                     *           "type": "campaign_started",
                     *           "campaign_id": 7,
                     *           "contact_id": null,
                     *           "call_id": null,
                     *           "data": {}
                     *         }
                     *       ],
                     *       "next_cursor": 118
                     *     }
                     */
                    "application/json": {
                        events: components["schemas"]["Event"][];
                        next_cursor: number;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEventTypes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "event_types": [
                     *         {
                     *           "type": "campaign_started",
                     *           "description": "A campaign was started for the first time.",
                     *           "live": false
                     *         }
                     *       ],
                     *       "examples": {
                     *         "event": {
                     *           "id": 118,
                     *           "at": "2026-11-15T09:30:00.123Z",
                     *           "type": "campaign_started",
                     *           "campaign_id": 7,
                     *           "contact_id": null,
                     *           "call_id": null,
                     *           "data": {}
                     *         },
                     *         "live_event": {
                     *           "id": null,
                     *           "at": "2026-11-15T09:30:02.500Z",
                     *           "type": "call_answered",
                     *           "campaign_id": 7,
                     *           "contact_id": 31,
                     *           "call_id": 42,
                     *           "data": {
                     *             "attempt": 1,
                     *             "direction": "outbound"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        event_types: {
                            type: string;
                            description: string;
                            live: boolean;
                        }[];
                        examples: {
                            event: components["schemas"]["Event"];
                            live_event: components["schemas"]["LiveEvent"];
                        };
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Only events after this one. The header goes before it. */
                after?: number;
                /** @description Only events of this campaign. */
                campaign_id?: number;
                /** @description Also what happens to calls while they live. */
                live?: boolean;
            };
            header?: {
                /** @description The id of the last message seen. */
                "Last-Event-ID"?: number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream that stays open; comments are heartbeats. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ValidationFailed"];
            /**
             * @description `too_many_streams`: Your organization has reached its limit of open event streams. Close one first.
             *
             *     `too_many_requests`: Your organization has reached its request limit. Wait a moment and try again.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhooks": [
                     *         {
                     *           "id": 1,
                     *           "url": "https://crm.example.com/outdial",
                     *           "description": "CRM",
                     *           "event_types": [
                     *             "call_ended",
                     *             "campaign_completed"
                     *           ],
                     *           "is_active": true,
                     *           "state": "ok",
                     *           "failing_since": null,
                     *           "disabled_reason": null,
                     *           "cursor": 118,
                     *           "secret_rotates_until": null,
                     *           "created_at": "2026-11-15T09:30:00.123Z",
                     *           "updated_at": "2026-11-15T09:30:00.123Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        webhooks: components["schemas"]["Webhook"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://crm.example.com/outdial",
                 *       "event_types": [
                 *         "call_ended",
                 *         "campaign_completed"
                 *       ]
                 *     }
                 */
                "application/json": {
                    url: string;
                    description?: string | null;
                    /** @description Null or left out: every type. */
                    event_types?: ("campaign_created" | "campaign_changed" | "campaign_started" | "campaign_resumed" | "campaign_paused" | "campaign_completed" | "contact_called_back" | "call_back_not_planned" | "contacts_enrolled" | "campaign_redialed" | "campaign_failed" | "circuit_breaker_tripped" | "carrier_account_refused" | "carrier_unavailable" | "agent_missing" | "abandonment_high" | "dials_fail_alike" | "no_caller_number_left" | "caller_number_resting" | "spend_alarm" | "spend_limit_reached" | "suppression_offered" | "call_refused" | "window_opened" | "window_closed" | "call_ended" | "call_analyzed" | "contact_suppressed" | "contact_refused" | "workflow_created" | "workflow_updated" | "policy_changed" | "ledger_checkpoint" | "suppression_changed" | "webhook_disabled")[] | null;
                    is_active?: boolean | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "url": "https://crm.example.com/outdial",
                     *       "description": "CRM",
                     *       "event_types": [
                     *         "call_ended",
                     *         "campaign_completed"
                     *       ],
                     *       "is_active": true,
                     *       "state": "ok",
                     *       "failing_since": null,
                     *       "disabled_reason": null,
                     *       "cursor": 118,
                     *       "secret_rotates_until": null,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /**
             * @description `quota_exceeded`: Your organization has reached its quota for these.
             *
             *     `request_in_progress`: A request with this Idempotency-Key is in progress, or its result is unknown. Check the state before you send another.
             */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "url": "https://crm.example.com/outdial",
                     *       "description": "CRM",
                     *       "event_types": [
                     *         "call_ended",
                     *         "campaign_completed"
                     *       ],
                     *       "is_active": true,
                     *       "state": "ok",
                     *       "failing_since": null,
                     *       "disabled_reason": null,
                     *       "cursor": 118,
                     *       "secret_rotates_until": null,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `webhook_not_found`: There is no webhook with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "url": "https://crm.example.com/outdial",
                     *       "description": "CRM",
                     *       "event_types": [
                     *         "call_ended",
                     *         "campaign_completed"
                     *       ],
                     *       "is_active": true,
                     *       "state": "ok",
                     *       "failing_since": null,
                     *       "disabled_reason": null,
                     *       "cursor": 118,
                     *       "secret_rotates_until": null,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `webhook_not_found`: There is no webhook with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "is_active": true
                 *     }
                 */
                "application/json": {
                    url?: string | null;
                    description?: string | null;
                    /** @description Null: every type. */
                    event_types?: ("campaign_created" | "campaign_changed" | "campaign_started" | "campaign_resumed" | "campaign_paused" | "campaign_completed" | "contact_called_back" | "call_back_not_planned" | "contacts_enrolled" | "campaign_redialed" | "campaign_failed" | "circuit_breaker_tripped" | "carrier_account_refused" | "carrier_unavailable" | "agent_missing" | "abandonment_high" | "dials_fail_alike" | "no_caller_number_left" | "caller_number_resting" | "spend_alarm" | "spend_limit_reached" | "suppression_offered" | "call_refused" | "window_opened" | "window_closed" | "call_ended" | "call_analyzed" | "contact_suppressed" | "contact_refused" | "workflow_created" | "workflow_updated" | "policy_changed" | "ledger_checkpoint" | "suppression_changed" | "webhook_disabled")[] | null;
                    is_active?: boolean | null;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "url": "https://crm.example.com/outdial",
                     *       "description": "CRM",
                     *       "event_types": [
                     *         "call_ended",
                     *         "campaign_completed"
                     *       ],
                     *       "is_active": true,
                     *       "state": "ok",
                     *       "failing_since": null,
                     *       "disabled_reason": null,
                     *       "cursor": 118,
                     *       "secret_rotates_until": null,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `webhook_not_found`: There is no webhook with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "url": "https://crm.example.com/outdial",
                     *       "description": "CRM",
                     *       "event_types": [
                     *         "call_ended",
                     *         "campaign_completed"
                     *       ],
                     *       "is_active": true,
                     *       "state": "ok",
                     *       "failing_since": null,
                     *       "disabled_reason": null,
                     *       "cursor": 118,
                     *       "secret_rotates_until": null,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `webhook_not_found`: There is no webhook with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["InProgress"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "after": 118
                 *     }
                 */
                "application/json": {
                    /** @description The id of the last event that is not to be sent; 0 for all. */
                    after: number;
                };
            };
        };
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 1,
                     *       "url": "https://crm.example.com/outdial",
                     *       "description": "CRM",
                     *       "event_types": [
                     *         "call_ended",
                     *         "campaign_completed"
                     *       ],
                     *       "is_active": true,
                     *       "state": "ok",
                     *       "failing_since": null,
                     *       "disabled_reason": null,
                     *       "cursor": 118,
                     *       "secret_rotates_until": null,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "updated_at": "2026-11-15T09:30:00.123Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `webhook_not_found`: There is no webhook with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 5,
                     *       "webhook_id": 1,
                     *       "kind": "test",
                     *       "message_id": "test_9f2c",
                     *       "event_id": null,
                     *       "event_type": "webhook_test",
                     *       "state": "delivered",
                     *       "attempts": 1,
                     *       "next_attempt_at": null,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "settled_at": "2026-11-15T09:30:00.301Z",
                     *       "tries": [
                     *         {
                     *           "at": "2026-11-15T09:30:00.301Z",
                     *           "status": 204,
                     *           "reason": null,
                     *           "message": null,
                     *           "ms": 42,
                     *           "answer": ""
                     *         }
                     *       ],
                     *       "payload": {
                     *         "type": "webhook_test",
                     *         "timestamp": "2026-11-15T09:30:00.123Z",
                     *         "data": {
                     *           "webhook_id": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `webhook_not_found`: There is no webhook with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["InProgress"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                state?: "pending" | "sending" | "delivered" | "failed" | "canceled";
                /** @description Only deliveries with a smaller id. */
                before?: number;
                /** @description 50 if left out. */
                limit?: number;
            };
            header?: never;
            path: {
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "id": 5,
                     *           "webhook_id": 1,
                     *           "kind": "event",
                     *           "message_id": "evt_118",
                     *           "event_id": 118,
                     *           "event_type": "call_ended",
                     *           "state": "delivered",
                     *           "attempts": 1,
                     *           "next_attempt_at": null,
                     *           "created_at": "2026-11-15T09:30:00.123Z",
                     *           "settled_at": "2026-11-15T09:30:00.301Z",
                     *           "tries": [
                     *             {
                     *               "at": "2026-11-15T09:30:00.301Z",
                     *               "status": 204,
                     *               "reason": null,
                     *               "message": null,
                     *               "ms": 42,
                     *               "answer": ""
                     *             }
                     *           ],
                     *           "payload": {
                     *             "type": "call_ended",
                     *             "timestamp": "2026-11-15T09:30:00.101Z",
                     *             "data": {
                     *               "id": 118,
                     *               "at": "2026-11-15T09:30:00.101Z",
                     *               "type": "call_ended",
                     *               "campaign_id": 7,
                     *               "contact_id": 31,
                     *               "call_id": 42,
                     *               "data": {
                     *                 "outcome": "answered",
                     *                 "attempt": 1,
                     *                 "duration_seconds": 31
                     *               }
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "next_before": null
                     *     }
                     */
                    "application/json": {
                        deliveries: components["schemas"]["WebhookDelivery"][];
                        next_before: number | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `webhook_not_found`: There is no webhook with this id in your organization. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: number;
                delivery_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 5,
                     *       "webhook_id": 1,
                     *       "kind": "event",
                     *       "message_id": "evt_118",
                     *       "event_id": 118,
                     *       "event_type": "call_ended",
                     *       "state": "delivered",
                     *       "attempts": 1,
                     *       "next_attempt_at": null,
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "settled_at": "2026-11-15T09:30:00.301Z",
                     *       "tries": [
                     *         {
                     *           "at": "2026-11-15T09:30:00.301Z",
                     *           "status": 204,
                     *           "reason": null,
                     *           "message": null,
                     *           "ms": 42,
                     *           "answer": ""
                     *         }
                     *       ],
                     *       "payload": {
                     *         "type": "call_ended",
                     *         "timestamp": "2026-11-15T09:30:00.101Z",
                     *         "data": {
                     *           "id": 118,
                     *           "at": "2026-11-15T09:30:00.101Z",
                     *           "type": "call_ended",
                     *           "campaign_id": 7,
                     *           "contact_id": 31,
                     *           "call_id": 42,
                     *           "data": {
                     *             "outcome": "answered",
                     *             "attempt": 1,
                     *             "duration_seconds": 31
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `webhook_delivery_not_found`: There is no delivery with this id for this webhook. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Of your choosing. The same request with the same key is done once and answered alike for 24 hours; another request with it is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhook_id: number;
                delivery_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 5,
                     *       "webhook_id": 1,
                     *       "kind": "event",
                     *       "message_id": "evt_118",
                     *       "event_id": 118,
                     *       "event_type": "call_ended",
                     *       "state": "pending",
                     *       "attempts": 1,
                     *       "next_attempt_at": "2026-11-15T09:31:00.000Z",
                     *       "created_at": "2026-11-15T09:30:00.123Z",
                     *       "settled_at": null,
                     *       "tries": [
                     *         {
                     *           "at": "2026-11-15T09:30:00.301Z",
                     *           "status": 204,
                     *           "reason": null,
                     *           "message": null,
                     *           "ms": 42,
                     *           "answer": ""
                     *         }
                     *       ],
                     *       "payload": {
                     *         "type": "call_ended",
                     *         "timestamp": "2026-11-15T09:30:00.101Z",
                     *         "data": {
                     *           "id": 118,
                     *           "at": "2026-11-15T09:30:00.101Z",
                     *           "type": "call_ended",
                     *           "campaign_id": 7,
                     *           "contact_id": 31,
                     *           "call_id": 42,
                     *           "data": {
                     *             "outcome": "answered",
                     *             "attempt": 1,
                     *             "duration_seconds": 31
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description `webhook_delivery_not_found`: There is no delivery with this id for this webhook. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            409: components["responses"]["InProgress"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok"
                     *     }
                     */
                    "application/json": {
                        status: string;
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It worked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready"
                     *     }
                     */
                    "application/json": {
                        status: string;
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** @description `unavailable`: The database is not reachable. Try again in a few seconds. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Prometheus text format. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
