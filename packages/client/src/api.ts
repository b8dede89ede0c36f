// Generated from the document of the API by `npm run snapshots`.
export interface paths {
    "/v1/key": {
        parameters: {
        };
        /**
         * Get the API key that makes the call
         * @description Its permissions, its budget and what is left of it; `not_found` with a session.
         *
         *     Scope of keys: `read`.
         */
        get: operations["getOwnKey"];
    };
    "/v1/models": {
        parameters: {
        };
        /**
         * List models with their prices and options
         * @description Needs no key.
         */
        get: operations["listModels"];
    };
    "/v1/voices": {
        parameters: {
        };
        /**
         * List your own voices, the services that can make one, and the text to agree to
         * @description Scope of keys: `read`.
         */
        get: operations["listVoices"];
        /**
         * Make a voice from a recording
         * @description Its `status` becomes `ready` or `failed`, usually within a minute.
         *
         *     Scope of keys: `generate`.
         */
        post: operations["createVoice"];
    };
    "/v1/voices/{id}": {
        parameters: {
        };
        /**
         * Delete a voice with its recording, here and at its service
         * @description Runs that wait with it fail and are not charged.
         *
         *     Scope of keys: `generate`.
         */
        delete: operations["deleteVoice"];
        /**
         * Rename a voice
         * @description Scope of keys: `generate`.
         */
        patch: operations["renameVoice"];
    };
    "/v1/voices/{provider}/{voice}/sample": {
        parameters: {
        };
        /**
         * Hear a voice of a connected model
         * @description Needs no key.
         */
        get: operations["getVoiceSample"];
    };
    "/v1/webhooks": {
        parameters: {
        };
        /**
         * List the endpoints of webhooks
         * @description Their secrets are never returned.
         *
         *     Scope of keys: `read`.
         */
        get: operations["listWebhooks"];
        /**
         * Add an endpoint
         * @description Its secret is returned only once.
         *
         *     Scope of keys: `generate`.
         */
        post: operations["createWebhook"];
    };
    "/v1/webhooks/{id}": {
        parameters: {
        };
        /**
         * Delete an endpoint with its log
         * @description What waits is not sent.
         *
         *     Scope of keys: `generate`.
         */
        delete: operations["deleteWebhook"];
        /**
         * Change the address or the events of an endpoint, or switch it off and on
         * @description Scope of keys: `generate`.
         */
        patch: operations["changeWebhook"];
    };
    "/v1/webhooks/{id}/secret": {
        parameters: {
        };
        /**
         * Replace the secret of an endpoint
         * @description For some hours calls are signed with both; the new one is returned only once.
         *
         *     Scope of keys: `generate`.
         */
        post: operations["rollSecret"];
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
        };
        /**
         * Send the event `webhook.test` to an endpoint
         * @description Scope of keys: `generate`.
         */
        post: operations["testWebhook"];
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
        };
        /**
         * List the calls of an endpoint of the last 30 days, newest first, with body and answer
         * @description Scope of keys: `read`.
         */
        get: operations["listDeliveries"];
    };
    "/v1/webhooks/{id}/deliveries/{delivery}/resend": {
        parameters: {
        };
        /**
         * Send a call again, with the same id and body
         * @description Scope of keys: `generate`.
         */
        post: operations["resendDelivery"];
    };
    "/v1/generations/quote": {
        parameters: {
        };
        /**
         * Get the price of a run, with advice if a built-in model would miss the point of the prompt
         * @description What it cannot draw is listed; running it anyway is free.
         *
         *     Scope of keys: `read`.
         */
        post: operations["quoteGeneration"];
    };
    "/v1/generations": {
        parameters: {
        };
        /**
         * List generations, newest first
         * @description Scope of keys: `read`.
         */
        get: operations["listGenerations"];
        /**
         * Run a model
         * @description Scope of keys: `generate`.
         */
        post: operations["createGeneration"];
    };
    "/v1/generations/events": {
        parameters: {
        };
        /**
         * Stream all changes of generations as server-sent events
         * @description The stream ends with the session or the key; its last event `end` gives the reason.
         *
         *     Scope of keys: `read`.
         */
        get: operations["watchGenerations"];
    };
    "/v1/generations/{id}/events": {
        parameters: {
        };
        /**
         * Stream the changes of one generation as server-sent events
         * @description The stream begins with its state and closes after its end; the last event `end` gives the reason.
         *
         *     Scope of keys: `read`.
         */
        get: operations["watchGeneration"];
    };
    "/v1/generations/{id}": {
        parameters: {
        };
        /**
         * Get a generation, including one in the trash until it is deleted permanently
         * @description With `wait`, when it has ended.
         *
         *     Scope of keys: `read`.
         */
        get: operations["getGeneration"];
        /**
         * Move a generation to the trash, where it stays for some days
         * @description A running one is canceled first.
         *
         *     Scope of keys: `library`.
         */
        delete: operations["deleteGeneration"];
        /**
         * Change the title or mark as favorite
         * @description Scope of keys: `library`.
         */
        patch: operations["updateGeneration"];
    };
    "/v1/generations/{id}/transcript": {
        parameters: {
        };
        /**
         * Get the transcript of a recording with its times, or as a file
         * @description SubRip, WebVTT or plain text.
         *
         *     Scope of keys: `read`.
         */
        get: operations["getTranscript"];
    };
    "/v1/generations/{id}/tool-results": {
        parameters: {
        };
        /**
         * Get the whole results of a program’s tools that a run answers
         * @description Scope of keys: `read`.
         */
        get: operations["getToolResults"];
    };
    "/v1/generations/{id}/thinking": {
        parameters: {
        };
        /**
         * Get the reasoning of a language model before its answer
         * @description Empty if its service returns none.
         *
         *     Scope of keys: `read`.
         */
        get: operations["getThinking"];
    };
    "/v1/generations/{id}/restore": {
        parameters: {
        };
        /**
         * Restore a generation from the trash
         * @description Scope of keys: `library`.
         */
        post: operations["restoreGeneration"];
    };
    "/v1/generations/{id}/cancel": {
        parameters: {
        };
        /**
         * Cancel a queued or running generation
         * @description You pay for the text written so far; media that the provider can’t stop continues.
         *
         *     Scope of keys: `generate`.
         */
        post: operations["cancelGeneration"];
    };
    "/v1/generations/{id}/retry": {
        parameters: {
        };
        /**
         * Run a finished generation again, as a new one
         * @description Scope of keys: `generate`.
         */
        post: operations["retryGeneration"];
    };
    "/v1/run-requests": {
        parameters: {
        };
        /**
         * List requests of API keys to go beyond their budgets, newest first
         * @description A key gets its own.
         *
         *     Scope of keys: `read`.
         */
        get: operations["listRunRequests"];
    };
    "/v1/run-requests/{id}": {
        parameters: {
        };
        /**
         * Get a request
         * @description With `wait`, once it is answered and what it started has ended.
         *
         *     Scope of keys: `read`.
         */
        get: operations["getRunRequest"];
    };
    "/v1/chords/quote": {
        parameters: {
        };
        /**
         * What a chord would cost
         * @description Scope of keys: `read`.
         */
        post: operations["quoteChord"];
    };
    "/v1/chords": {
        parameters: {
        };
        /**
         * Own chords, newest first
         * @description Scope of keys: `read`.
         */
        get: operations["listChords"];
        /**
         * Turn one prompt into linked works
         * @description An image, a video that begins with it, narration, music and a text. Every part is a run with its own receipt; either all of them start, or none.
         *
         *     Scope of keys: `generate`.
         */
        post: operations["createChord"];
    };
    "/v1/chords/{id}": {
        parameters: {
        };
        /**
         * One chord with its parts
         * @description Scope of keys: `read`.
         */
        get: operations["getChord"];
    };
    "/v1/films/split": {
        parameters: {
        };
        /**
         * Split a script into the shots of a film, with the planned length of each, free of charge and without a model
         * @description Reads Fountain, also with Russian headings, names with a colon, lists and prose. No word is dropped: a script that does not fit 30 shots is refused.
         *
         *     Scope of keys: `read`.
         */
        post: operations["splitScript"];
    };
    "/v1/films": {
        parameters: {
        };
        /**
         * List films, newest first
         * @description Scope of keys: `read`.
         */
        get: operations["listFilms"];
        /**
         * Create a film of a document, of a script, or an empty one
         * @description Nothing is made and nothing is charged.
         *
         *     Scope of keys: `generate`.
         */
        post: operations["createFilm"];
    };
    "/v1/films/{id}": {
        parameters: {
        };
        /**
         * Get a film
         * @description Its document, the state of its parts, and when each shot starts.
         *
         *     Scope of keys: `read`.
         */
        get: operations["getFilm"];
        /**
         * Move a film to the trash, with its takes that are no favorites, not shared and in no folder
         * @description What is under way is canceled. It can be restored for 30 days.
         *
         *     Scope of keys: `library`.
         */
        delete: operations["deleteFilm"];
        /**
         * Change the document of a film by a merge patch (RFC 7396
         * @description `application/merge-patch+json` or `application/json`). Changes of different fields merge; each can be undone.
         *
         *     Scope of keys: `generate`.
         */
        patch: operations["changeFilm"];
    };
    "/v1/films/{id}/undo": {
        parameters: {
        };
        /**
         * Undo the last change of a film that is not undone
         * @description What was made and paid stays.
         *
         *     Scope of keys: `generate`.
         */
        post: operations["undoFilm"];
    };
    "/v1/films/{id}/redo": {
        parameters: {
        };
        /**
         * Repeat the change of a film that was undone last
         * @description Scope of keys: `generate`.
         */
        post: operations["redoFilm"];
    };
    "/v1/films/{id}/changes": {
        parameters: {
        };
        /**
         * List the last changes of a film, newest first, with the patch that reverts each
         * @description Scope of keys: `read`.
         */
        get: operations["listFilmChanges"];
    };
    "/v1/films/{id}/quote": {
        parameters: {
        };
        /**
         * Get the price of making parts of a film, with what the model of each does not honour of the document
         * @description Scope of keys: `read`.
         */
        post: operations["quoteFilm"];
    };
    "/v1/films/{id}/make": {
        parameters: {
        };
        /**
         * Make parts of a film from its document as it is now
         * @description Later changes do not change the runs. All of them start, or none; a video waits for its picture, and the film for everything. What is up to date or under way is not made twice.
         *
         *     Scope of keys: `generate`.
         */
        post: operations["makeFilm"];
    };
    "/v1/films/{id}/makes/{make}/cancel": {
        parameters: {
        };
        /**
         * Stop everything that a make has started and that has not ended
         * @description What waits is free.
         *
         *     Scope of keys: `generate`.
         */
        post: operations["cancelMake"];
    };
    "/v1/films/{id}/takes": {
        parameters: {
        };
        /**
         * List the takes of a part of a film, newest first
         * @description A take is chosen by a change of `takes` in the document.
         *
         *     Scope of keys: `read`.
         */
        get: operations["listFilmTakes"];
    };
    "/v1/films/{id}/restore": {
        parameters: {
        };
        /**
         * Restore a film from the trash, with the takes that went there with it
         * @description Scope of keys: `library`.
         */
        post: operations["restoreFilm"];
    };
    "/v1/comparisons/quote": {
        parameters: {
        };
        /**
         * What a comparison would cost
         * @description Scope of keys: `read`.
         */
        post: operations["quoteComparison"];
    };
    "/v1/comparisons": {
        parameters: {
        };
        /**
         * Own comparisons, newest first
         * @description Scope of keys: `read`.
         */
        get: operations["listComparisons"];
        /**
         * Give one prompt to two to four models of a kind
         * @description Every result is a run with its own receipt; either all of them start, or none.
         *
         *     Scope of keys: `generate`.
         */
        post: operations["createComparison"];
    };
    "/v1/comparisons/standings": {
        parameters: {
        };
        /**
         * How often each model was chosen in own comparisons
         * @description Scope of keys: `read`.
         */
        get: operations["readStandings"];
    };
    "/v1/comparisons/{id}": {
        parameters: {
        };
        /**
         * One comparison with its runs
         * @description Scope of keys: `read`.
         */
        get: operations["getComparison"];
    };
    "/v1/comparisons/{id}/vote": {
        parameters: {
        };
        /**
         * Choose the best result of a comparison, or withdraw the choice
         * @description Scope of keys: `generate`.
         */
        put: operations["vote"];
    };
    "/v1/library": {
        parameters: {
        };
        /**
         * Get the size of the library and the trash, and the models used
         * @description Scope of keys: `read`.
         */
        get: operations["getLibrary"];
    };
    "/v1/library/overview": {
        parameters: {
        };
        /**
         * Get the first view of a library
         * @description The newest works, the unfinished ones, the summary, the collections and, of a model, the price.
         *
         *     Scope of keys: `read`.
         */
        get: operations["getOverview"];
    };
    "/v1/library/storage": {
        parameters: {
        };
        /**
         * Get the space that the files take, its limit, and the largest works
         * @description Scope of keys: `read`.
         */
        get: operations["getStorageUse"];
    };
    "/v1/library/bulk": {
        parameters: {
        };
        /**
         * Change many generations at once
         * @description Those that no longer apply are skipped.
         *
         *     Scope of keys: `library`.
         */
        post: operations["bulkGenerations"];
    };
    "/v1/library/trash": {
        parameters: {
        };
        /**
         * Delete everything in the trash permanently
         * @description Scope of keys: `library`.
         */
        delete: operations["emptyTrash"];
    };
    "/v1/library/archive": {
        parameters: {
        };
        /**
         * Get a link to a ZIP of these generations and their prompts
         * @description Scope of keys: `read`.
         */
        post: operations["linkArchive"];
    };
    "/v1/library/archive/{link}": {
        parameters: {
        };
        /**
         * Download the ZIP of a link, streamed as it is generated
         * @description Needs no key.
         */
        get: operations["downloadArchive"];
    };
    "/v1/collections": {
        parameters: {
        };
        /**
         * List collections by name, each with its size and cover
         * @description Scope of keys: `read`.
         */
        get: operations["listCollections"];
        /**
         * Create an empty collection
         * @description Scope of keys: `library`.
         */
        post: operations["createCollection"];
    };
    "/v1/collections/{id}": {
        parameters: {
        };
        /**
         * Delete a collection
         * @description Its results stay in the library.
         *
         *     Scope of keys: `library`.
         */
        delete: operations["deleteCollection"];
        /**
         * Rename a collection
         * @description Scope of keys: `library`.
         */
        patch: operations["renameCollection"];
    };
    "/v1/threads": {
        parameters: {
        };
        /**
         * List conversations, last used first
         * @description Scope of keys: `read`.
         */
        get: operations["listThreads"];
    };
    "/v1/threads/{id}": {
        parameters: {
        };
        /**
         * Get a conversation
         * @description Scope of keys: `read`.
         */
        get: operations["getThread"];
        /**
         * Move a conversation to the trash with all its turns
         * @description Running ones are canceled first.
         *
         *     Scope of keys: `library`.
         */
        delete: operations["deleteThread"];
        /**
         * Rename a conversation, or choose the tools of its assistant
         * @description Without a name, its first prompt is shown.
         *
         *     Scope of keys: `library`.
         */
        patch: operations["renameThread"];
    };
    "/v1/threads/{id}/restore": {
        parameters: {
        };
        /**
         * Restore a conversation from the trash
         * @description Scope of keys: `library`.
         */
        post: operations["restoreThread"];
    };
    "/v1/tools": {
        parameters: {
        };
        /**
         * List the tools that assistants may use in conversations, those of one conversation, and what it may spend without a press
         * @description Scope of keys: `read`.
         */
        get: operations["listTools"];
    };
    "/v1/calls": {
        parameters: {
        };
        /**
         * List the calls of tools in conversations, newest first
         * @description Scope of keys: `read`.
         */
        get: operations["listCalls"];
    };
    "/v1/calls/{id}": {
        parameters: {
        };
        /**
         * Get a call of a tool
         * @description Scope of keys: `read`.
         */
        get: operations["getCall"];
    };
    "/v1/uploads": {
        parameters: {
        };
        /**
         * Upload a file as an input of a run
         * @description Unused files are deleted after a week.
         *
         *     Scope of keys: `generate`.
         */
        post: operations["createUpload"];
    };
    "/v1/uploads/{id}": {
        parameters: {
        };
        /**
         * Get an upload, with a new link to its file
         * @description Scope of keys: `read`.
         */
        get: operations["getUpload"];
        /**
         * Delete an upload
         * @description A run that hasn’t started with it fails and is not charged.
         *
         *     Scope of keys: `generate`.
         */
        delete: operations["deleteUpload"];
    };
    "/v1/prompts": {
        parameters: {
        };
        /**
         * List saved prompts and recipes, newest first
         * @description Scope of keys: `read`.
         */
        get: operations["listPrompts"];
        /**
         * Save a prompt, or a recipe with a model, options and fields
         * @description `{{place}}` in the prompt is filled in for each run.
         *
         *     Scope of keys: `library`.
         */
        post: operations["savePrompt"];
    };
    "/v1/prompts/{id}": {
        parameters: {
        };
        /**
         * Delete a saved prompt or a recipe, and its link
         * @description Scope of keys: `library`.
         */
        delete: operations["deletePrompt"];
        /**
         * Change a saved prompt or a recipe
         * @description What was made or copied from it stays as it is.
         *
         *     Scope of keys: `library`.
         */
        patch: operations["changePrompt"];
    };
    "/v1/prompts/{id}/link": {
        parameters: {
        };
        /**
         * Create or change the public link of a recipe that has a model and a sample
         * @description Scope of keys: `library`.
         */
        post: operations["linkRecipe"];
        /**
         * Delete the link of a recipe immediately
         * @description Scope of keys: `library`.
         */
        delete: operations["unlinkRecipe"];
    };
    "/v1/recipes": {
        parameters: {
        };
        /**
         * List the recipes that everybody sees, in their order, with prices for the caller
         * @description Needs no key.
         */
        get: operations["listPublishedRecipes"];
    };
    "/v1/recipes/{recipe}/quote": {
        parameters: {
        };
        /**
         * Get the price of a run of a recipe, also before all of its fields are filled in
         * @description Scope of keys: `read`.
         */
        post: operations["quoteRecipe"];
    };
    "/v1/recipes/{recipe}/runs": {
        parameters: {
        };
        /**
         * Fill in a recipe and run it
         * @description One of your own by its id, another one by the token of its link.
         *
         *     Scope of keys: `generate`.
         */
        post: operations["runRecipe"];
    };
    "/v1/recipes/{recipe}/copy": {
        parameters: {
        };
        /**
         * Save a copy of a recipe, which later changes by its author do not change
         * @description Scope of keys: `library`.
         */
        post: operations["copyRecipe"];
    };
    "/v1/files/{id}": {
        parameters: {
        };
        /**
         * Download a file of a result or an upload, by its signed link or with its owner’s session
         * @description Needs no key.
         */
        get: operations["getFile"];
    };
    "/v1/generations/{id}/share": {
        parameters: {
        };
        /**
         * Get the public link to a result, if there is one
         * @description Scope of keys: `read`.
         */
        get: operations["getShare"];
        /**
         * Create or change the public link to a finished result
         * @description Scope of keys: `library`.
         */
        post: operations["editShare"];
        /**
         * Delete the public link immediately
         * @description Scope of keys: `library`.
         */
        delete: operations["takeBackShare"];
    };
    "/v1/tokens": {
        parameters: {
        };
        /**
         * Get the balance, its lots and their expiration
         * @description Scope of keys: `read`.
         */
        get: operations["getBalance"];
    };
    "/v1/tokens/entries": {
        parameters: {
        };
        /**
         * List token history, newest first
         * @description Scope of keys: `read`.
         */
        get: operations["listTokenEntries"];
    };
    "/v1/tokens/entries/export/{link}": {
        parameters: {
        };
        /**
         * Download the CSV of a link, streamed as it is generated
         * @description Needs no key.
         */
        get: operations["downloadLedger"];
    };
    "/v1/token-packs": {
        parameters: {
        };
        /**
         * List token packs and their prices
         * @description Needs no key.
         */
        get: operations["listTokenPacks"];
    };
    "/v1/plans": {
        parameters: {
        };
        /**
         * List plans and their prices
         * @description Needs no key.
         */
        get: operations["listPlans"];
    };
    "/v1/statistics": {
        parameters: {
        };
        /**
         * Get finished runs, tokens and wait times by kind and day, week or month
         * @description By model and API key; and a year by day.
         *
         *     Scope of keys: `read`.
         */
        get: operations["getStatistics"];
    };
    "/v1/health": {
        parameters: {
        };
        /**
         * Check that this process responds
         * @description Needs no key.
         */
        get: operations["getHealth"];
    };
    "/v1/ready": {
        parameters: {
        };
        /**
         * Check that this process is ready
         * @description Database, queue and file storage; a full disk refuses runs and uploads only.
         *
         *     Needs no key.
         */
        get: operations["getReadiness"];
    };
}
export interface webhooks {
    "generation.succeeded": {
        parameters: {
        };
        /**
         * A run has ended with a result
         * @description A run has ended with a result, which `GET /v1/generations/{id}` returns.
         */
        post: operations["onGenerationSucceeded"];
    };
    "generation.failed": {
        parameters: {
        };
        /**
         * A run has failed
         * @description A run has failed; `error` has the code.
         */
        post: operations["onGenerationFailed"];
    };
    "generation.canceled": {
        parameters: {
        };
        /**
         * A run was canceled
         * @description A run was canceled.
         */
        post: operations["onGenerationCanceled"];
    };
    "chord.ended": {
        parameters: {
        };
        /**
         * No part of a chord is unfinished
         * @description No part of a chord is unfinished. A part that is made again ends its chord again.
         */
        post: operations["onChordEnded"];
    };
    "comparison.ended": {
        parameters: {
        };
        /**
         * No run of a comparison is unfinished
         * @description No run of a comparison is unfinished.
         */
        post: operations["onComparisonEnded"];
    };
    "tokens.low": {
        parameters: {
        };
        /**
         * Fewer tokens than the limit of the endpoint are available
         * @description Fewer tokens than the limit of the endpoint are available; sent once until tokens are added.
         */
        post: operations["onTokensLow"];
    };
    "order.paid": {
        parameters: {
        };
        /**
         * An order was paid and its tokens were added
         * @description An order was paid and its tokens were added.
         */
        post: operations["onOrderPaid"];
    };
    "approval.asked": {
        parameters: {
        };
        /**
         * An API key has asked for something beyond its budget
         * @description An API key has asked for something beyond its budget, which its owner can allow or refuse.
         */
        post: operations["onApprovalAsked"];
    };
    "webhook.test": {
        parameters: {
        };
        /**
         * Sent by the test button or call
         * @description Sent by the test button or call.
         */
        post: operations["onWebhookTest"];
    };
}
export interface components {
    schemas: {
        Advice: components["schemas"]["Note"] & {
            /** @description Whether the run can succeed; one that cannot costs nothing. */
            possible: boolean;
            /** @description Runs that would work. */
            suggestions: components["schemas"]["Suggestion"][];
            /** @description Set if running the prompt anyway is free, this many times in the person's day; null at the usual price. */
            free_runs: {
                /** @description What is left. */
                left: number;
                /** @description The number per day. */
                per_day: number;
            } | null;
        };
        /** @description The API key that asks. */
        ApiKey: {
            id: components["schemas"]["Id"];
            /** @description The name. */
            name: string;
        };
        /** @description A call beyond the budget of a key, without its prompt, which `GET /v1/run-requests/{id}` has. */
        ApprovalAsked: {
            id: components["schemas"]["Id"];
            call: components["schemas"]["Call2"];
            type: components["schemas"]["Kind"];
            /** @description The name of the model. */
            model: string;
            /** @description The highest price of the call, rounded up to whole tokens. Allowing it at this price never costs more. */
            price: number;
            /** @description The limit of the key that the call would have exceeded, as it was then. */
            exceeded: {
                /**
                 * @description Whether the plan is paid by the month or by the year.
                 * @enum {string}
                 */
                period: "run" | "day" | "month";
                limit: components["schemas"]["Limit"];
                /** @description What is left. */
                left: number;
                price: components["schemas"]["Price"];
            };
            api_key: components["schemas"]["ApiKey"];
            /** @description The page on which the owner answers. */
            page: string;
            /**
             * Format: date-time
             * @description When it ends.
             */
            expires_at: string;
        };
        Archive: {
            ids: components["schemas"]["Ids"];
        };
        /** @description A signed link to a ZIP, which is created while it is sent. */
        ArchiveAnswer: {
            /** @description The address. */
            url: string;
        };
        /** @description The request that a refusal has made, for the caller that was refused. */
        Asked: {
            id: components["schemas"]["Id"];
            /**
             * @description `refused`: the owner has refused this call, which does not ask again.
             * @enum {string}
             */
            status: "open" | "refused";
            /** @description The call that returns the request, and waits with `?wait=`. */
            url: string;
            /** @description The page on which the owner of the key answers. */
            page: string;
            /**
             * Format: date-time
             * @description When it ends.
             */
            expires_at: string;
        };
        /**
         * Format: date-time
         * @description When it happened.
         */
        At: string;
        /** @description What can be used now. */
        Available: number;
        Balance: {
            available: components["schemas"]["Available"];
            /** @description Tokens that are reserved by unfinished runs. */
            held: number;
            /** @description Spent tokens of refunded purchases, which the next grant settles. */
            debt: number;
            /** @description Thousandths of a token, less than one token: the unspent rest of a started one, which pays for the next small run. */
            change_milli: number;
            /** @description Lots in the order of spending: the first to expire comes first. Empty lots are omitted. */
            lots: components["schemas"]["TokenLot"][];
            forecast: components["schemas"]["Forecast"];
            /** @description Whether the balance is low. */
            low: boolean;
        };
        /** @description `trash` can be undone for some days, `purge` cannot. Works that do not exist or are already in that state are skipped. */
        Bulk: {
            ids: components["schemas"]["Ids"];
            /**
             * @description What is done.
             * @enum {string}
             */
            action: "favorite" | "unfavorite" | "trash" | "restore" | "purge";
        } | {
            ids: components["schemas"]["Ids"];
            /**
             * @description What is done.
             * @enum {string}
             */
            action: "add" | "remove";
            /**
             * Format: uuid
             * @description The folder.
             */
            collection_id: string;
        };
        BulkAnswer: {
            /** @description What was changed. */
            changed: number;
        };
        /** @description The price of input that the service reads from its cache; absent if it costs as much as other input. */
        Cached: number;
        Call: components["schemas"]["CallState"] & {
            /**
             * Format: uuid
             * @description The conversation of the step.
             */
            thread: string | null;
            /** @description Null for a call that makes nothing. */
            run: components["schemas"]["CallRun"] | null;
            /** @description The price at which it asks, rounded up to whole tokens; null for a call that has not asked. */
            price: number | null;
            /** @description The highest price in thousandths of a token. */
            price_milli: number | null;
            /** @description The highest price of the answer that goes on afterwards, in thousandths of a token. Allowing the call allows it too. */
            next_milli: number | null;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: date-time
             * @description When it ended; null before.
             */
            ended_at: string | null;
        };
        /**
         * @description The call that the key has made.
         * @enum {string}
         */
        Call2: "generation" | "retry" | "chord" | "comparison" | "voice" | "film";
        CallPage: {
            /** @description The entries. */
            items: components["schemas"]["Call"][];
            next_cursor: components["schemas"]["NextCursor"];
            /** @description The works that these calls have made or make, with `thread` only. */
            works?: components["schemas"]["Generation"][];
        };
        /** @description The run that a call asks for, or has become. */
        CallRun: {
            type: components["schemas"]["Kind"];
            /** @description The name of the model. */
            model: string;
            prompt: components["schemas"]["Prompt"];
            options: components["schemas"]["OptionValues"];
            inputs: components["schemas"]["Inputs"];
            /** @description The name of the recipe that it fills in; null without one. */
            recipe: string | null;
        };
        /** @description The state of a call. */
        CallState: {
            /**
             * Format: uuid
             * @description Also the id of the run that it becomes.
             */
            id: string;
            /**
             * Format: uuid
             * @description The run whose answer has the call.
             */
            step: string;
            /** @description The id of the call in the answer. */
            call_id: string;
            /** @description The name of the tool. */
            tool: string;
            /**
             * @description The state.
             * @enum {string}
             */
            state: "asks" | "due" | "runs" | "done" | "failed" | "refused" | "stopped";
            /**
             * @description Null for a call that only reads, and for one that is not understood.
             * @enum {string|null}
             */
            makes: "picture" | "video" | "speech" | "music" | "edit" | "cut_out" | "enlarge" | "extend" | "transcribe" | "recipe" | null;
            /**
             * @description The consent to the run: `press`: to its price; `rule`: to all such calls, within the allowance.
             * @enum {string|null}
             */
            by: "press" | "rule" | null;
            /** @description The cost of its run, in thousandths of a token; null without one, and before its end. Older servers omit it. */
            charged_milli?: number | null;
        };
        CancelMake: {
            /** @description The runs that were canceled. */
            canceled: string[];
            /** @description The runs that go on, because their services cannot stop them. */
            too_late: string[];
        };
        ChangeFilm: {
            /** @description The change: a member replaces one, null removes it, and an object changes the one that it meets. Shots and roles are maps, so that changes of different ones merge. Shots that `order` lacks are added at its end. */
            document: {
                [key: string]: unknown;
            };
        };
        ChangeRecipe: {
            /** @description The name. */
            name?: string;
            /** @description The text. */
            text?: string;
            /** @description One sentence about it. */
            about?: string | null;
            /** @description The model that it runs; null if the person chooses one. */
            model?: string | null;
            /** @description Options of the model; those left out have their defaults. */
            options?: components["schemas"]["OptionValues"];
            inputs?: components["schemas"]["Inputs3"];
            places?: components["schemas"]["Places"];
            open?: components["schemas"]["Open"];
            /**
             * Format: uuid
             * @description A result of it, which its page shows.
             */
            sample_id?: string | null;
        };
        ChangeWebhook: {
            /** @description The address that is called. */
            url?: string;
            events?: components["schemas"]["Events"];
            /** @description `tokens.low` is sent when fewer tokens than this are available. */
            tokens_below?: number;
            /** @description False switches the endpoint off: what waits is not sent. True switches it on again, also after failures. */
            on?: boolean;
        };
        Chord: {
            id: components["schemas"]["Id"];
            prompt: components["schemas"]["Prompt"];
            created_at: components["schemas"]["CreatedAt"];
            /** @description The latest run of each part; its `chord.part` names the part. Parts in the trash are omitted. */
            parts: components["schemas"]["Generation"][];
        };
        ChordPage: {
            /** @description The entries. */
            items: components["schemas"]["Chord"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description An empty prompt has a price too, which the page shows before a word is typed. */
        ChordQuote: {
            /** @description What the model should make, in words. */
            prompt: string;
            /** @description The parts. */
            parts?: ("video" | "image" | "speech" | "music" | "text")[];
        };
        ChordQuoteAnswer: {
            /** @description The price of all parts together. */
            price: number;
            /** @description The same in thousandths of a token, not rounded up. */
            price_milli: number;
            available: components["schemas"]["Available"];
            /** @description How much is missing; 0 if nothing is. */
            missing: number;
            over_limit: components["schemas"]["OverLimit2"];
            /** @description Whether the email has to be confirmed first. */
            email_not_verified: boolean;
            /** @description Every part that this server can make, requested or not. */
            parts: {
                part: components["schemas"]["Part"];
                type: components["schemas"]["Kind"];
                /** @description The name of the model. */
                model: string;
                price: components["schemas"]["Price"];
                price_milli: components["schemas"]["PriceMilli"];
            }[];
        };
        /** @description A tool that is switched on: `recipe:` and the id of a recipe, or the name of another one. */
        ChosenTool: ("find" | "read" | "create" | "change") | string;
        /**
         * @description A code for programs.
         * @enum {string}
         */
        Code: "refused" | "invalid_input" | "provider_auth" | "rate_limited" | "temporary" | "timeout" | "internal" | "text_too_short" | "nothing_to_say" | "no_language_model" | "answer_lost" | "storage_unavailable" | "storage_full" | "empty_answer" | "thoughts_only" | "thought_to_limit" | "called_tool" | "result_refused" | "too_long" | "model_gone";
        /** @description A folder of works. A work can be in several, and stays in the library when one is deleted. */
        Collection: {
            id: components["schemas"]["Id"];
            /** @description The name. */
            name: string;
            /** @description Number of works in it, without those in the trash. */
            count: number;
            /** @description The newest still among its works. */
            cover_url: string | null;
            created_at: components["schemas"]["CreatedAt"];
        };
        Collections: {
            /** @description The entries. */
            items: components["schemas"]["Collection"][];
        };
        Comparison: {
            id: components["schemas"]["Id"];
            type: components["schemas"]["Kind"];
            prompt: components["schemas"]["Prompt"];
            /** @description Whether the models stay hidden until a result is chosen. */
            blind: boolean;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: uuid
             * @description The run whose result the person found best.
             */
            best: string | null;
            /** @description The latest run of each model, in the order of submission. Runs in the trash are omitted. */
            runs: components["schemas"]["Generation"][];
        };
        ComparisonPage: {
            /** @description The entries. */
            items: components["schemas"]["Comparison"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description An empty prompt has a price too, which the page shows before a word is typed. */
        ComparisonQuote: {
            /** @description What the model should make, in words. */
            prompt: string;
            /** @description The models. */
            models: string[];
            /** @description Options that every model has; the others have their defaults. Default: `{}`. */
            options?: components["schemas"]["OptionValues"];
            inputs?: components["schemas"]["Inputs2"];
        };
        ComparisonQuoteAnswer: {
            /** @description The highest price, rounded up to whole tokens. */
            price: number;
            price_milli: components["schemas"]["PriceMilli"];
            available: components["schemas"]["Available"];
            /** @description Tokens missing for the run; 0 if there are enough. */
            missing: number;
            over_limit: components["schemas"]["OverLimit3"];
            email_not_verified: components["schemas"]["EmailNotVerified"];
            /** @description The models. */
            models: {
                /** @description The name of the model. */
                model: string;
                price: components["schemas"]["Price"];
                price_milli: components["schemas"]["PriceMilli"];
            }[];
        };
        /** @description Condition: another option has one of these values. */
        Condition: {
            /** @description The name of the option. */
            option: string;
            /** @description Where it is. */
            in: (string | boolean | number)[];
        };
        CreateChord: {
            /** @description What the model should make, in words. */
            prompt: string;
            /** @description The parts to make; by default every part that this server can make. */
            parts?: ("video" | "image" | "speech" | "music" | "text")[];
            /** @description The highest accepted price of all parts together. */
            max_price?: number;
        };
        CreateComparison: {
            /** @description What the model should make, in words. */
            prompt: string;
            /** @description Two to four models of one kind and task. */
            models: string[];
            /** @description Options that every model has; the others have their defaults. Default: `{}`. */
            options?: components["schemas"]["OptionValues"];
            inputs?: components["schemas"]["Inputs2"];
            /** @description Whether the pages hide which model made which result until one is chosen; the order is then random. Default: `false`. */
            blind?: boolean;
            /** @description The highest accepted price of all runs together. */
            max_price?: number;
        };
        CreateFilm: {
            /** @description The film; without it, one of the script, or an empty one. */
            document?: components["schemas"]["NewFilm"];
            /** @description A script to split into shots. */
            script?: components["schemas"]["SplitScript"];
        };
        /** @description The limits protect against huge requests; each model has its own limit on the prompt. */
        CreateGeneration: components["schemas"]["Quote"] & {
            max_price?: components["schemas"]["MaxPrice"];
            /** @description An address that is called when the run has ended. */
            webhook?: components["schemas"]["RunWebhook"];
        };
        CreateVoice: {
            /** @description The service. */
            service: string;
            /** @description The name. */
            name: string;
            upload_id: components["schemas"]["UploadId"];
            /** @description The consent that the person gave: the version and the language of the text they agreed to. */
            consent: {
                /**
                 * @description Always `2026-11-26`.
                 * @constant
                 */
                version: "2026-11-26";
                locale: components["schemas"]["Locale"];
            };
            /** @description Tokens that the person agreed to pay at most. */
            max_price?: number;
        };
        CreateWebhook: {
            /** @description The address that is called: `https:`, in a public network. */
            url: string;
            events: components["schemas"]["Events"];
            /** @description `tokens.low` is sent when fewer tokens than this are available. Default: `100`. */
            tokens_below?: number;
        };
        /**
         * Format: date-time
         * @description When it was created.
         */
        CreatedAt: string;
        /** @description Currencies with prices; older servers omit them. Default: `[]`. */
        Currencies: string[];
        Delivery: {
            /**
             * Format: uuid
             * @description Also the header `webhook-id`, the same at each try.
             */
            id: string;
            /**
             * @description The event.
             * @enum {string}
             */
            event: "generation.succeeded" | "generation.failed" | "generation.canceled" | "chord.ended" | "comparison.ended" | "tokens.low" | "order.paid" | "approval.asked" | "webhook.test";
            /**
             * @description The state.
             * @enum {string}
             */
            status: "waiting" | "delivered" | "failed";
            /** @description The tries so far. */
            tries: number;
            /**
             * Format: date-time
             * @description When it is tried again; null if it is not.
             */
            next_at: string | null;
            /**
             * Format: date-time
             * @description The last try.
             */
            tried_at: string | null;
            /** @description The body that is sent. */
            body: string;
            /** @description The HTTP status of the last answer. */
            answer_status: number | null;
            /** @description The beginning of the last answer. */
            answer: string | null;
            /**
             * @description Why the last try failed.
             * @enum {string|null}
             */
            failure: "status" | "timeout" | "unreachable" | "private" | "redirect" | "secret_lost" | "off" | null;
            created_at: components["schemas"]["CreatedAt"];
        };
        DeliveryPage: {
            /** @description The entries. */
            items: components["schemas"]["Delivery"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description A description for people. */
        Description: string;
        /** @description What happened, in the language of `Accept-Language`. */
        Detail: string;
        /** @description Duration in milliseconds; null if it has none. */
        DurationMs: number | null;
        EditCollection: {
            /** @description The name. */
            name: string;
        };
        /** @description A recipe to save. `{{place}}` in its prompt is filled in for each run. */
        EditRecipe: {
            type: components["schemas"]["Kind"];
            /** @description The name. */
            name: string;
            /** @description The text. */
            text: string;
            /** @description One sentence about it. */
            about?: string | null;
            /** @description The model that it runs; null if the person chooses one. */
            model?: string | null;
            /** @description Options of the model; those left out have their defaults. */
            options?: components["schemas"]["OptionValues"];
            inputs?: components["schemas"]["Inputs3"];
            places?: components["schemas"]["Places"];
            open?: components["schemas"]["Open"];
            /**
             * Format: uuid
             * @description A result of it, which its page shows.
             */
            sample_id?: string | null;
        };
        /** @description A second call changes the existing link, whose URL stays the same. */
        EditShare: {
            /** @description Whether the link shows the prompt. Default: `false`. */
            show_prompt?: boolean;
            /** @description Whether the link shows the reasoning. Default: `false`. */
            show_thinking?: boolean;
            expires_at?: components["schemas"]["ExpiresAt"];
        };
        EditThread: {
            /** @description The title; null without one. */
            title?: string | null;
            /** @description The tools of the studio that the assistant may use. */
            tools?: components["schemas"]["ChosenTool"][];
        };
        EditVoice: {
            /** @description The name. */
            name: string;
        };
        /** @description Whether the tokens suffice but some of them are free ones, which cannot pay for this model before the email is verified. */
        EmailNotVerified: boolean;
        /** @description The part of a run that is sent: no prompt and no result, which `GET /v1/generations/{id}` has. */
        EndedRun: {
            id: components["schemas"]["Id"];
            type: components["schemas"]["Kind"];
            /** @description The name of the model. */
            model: string;
            status: components["schemas"]["GenerationStatus"];
            /** @description The code of the failure; null if the run did not fail. */
            error: string | null;
            price: components["schemas"]["Price"];
            /** @description Tokens that were charged. */
            charged: number | null;
            /** @description The exact cost in thousandths of a token. */
            charged_milli: number | null;
            /**
             * Format: uuid
             * @description The chord of which the run is a part.
             */
            chord_id: string | null;
            /**
             * Format: uuid
             * @description The comparison to which the run belongs.
             */
            comparison_id?: string | null;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: date-time
             * @description When it started; null until then.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it ended; null until then.
             */
            finished_at: string | null;
        };
        /** @description The body of every response that is not 2xx. */
        ErrorBody: {
            detail: components["schemas"]["Detail"];
            /**
             * @description A code for programs.
             * @enum {string}
             */
            code: "malformed_json" | "body_incomplete" | "unknown_cursor" | "forged_notification" | "bad_credentials" | "unauthorized" | "invalid_refresh_token" | "refresh_token_reused" | "session_revoked" | "invalid_access_token" | "sign_in_again" | "passkey_refused" | "not_enough_tokens" | "sign_up_disabled" | "email_not_verified" | "over_run_limit" | "over_daily_limit" | "model_not_allowed" | "over_key_run_limit" | "key_model_not_allowed" | "content_blocked" | "invitation_required" | "over_storage_limit" | "key_not_allowed" | "origin_not_allowed" | "recent_sign_in_required" | "sign_in_to_confirm" | "account_blocked" | "second_step_required" | "over_grant_limit" | "over_daily_grant_limit" | "role_too_high" | "own_account" | "not_found" | "method_not_allowed" | "email_taken" | "idempotency_conflict" | "not_cancelable" | "too_late_to_cancel" | "not_retryable" | "run_not_charged" | "price_changed" | "shop_changed" | "definition_changed" | "settings_changed" | "not_refundable" | "refund_open" | "email_already_verified" | "too_many_uploads" | "order_closed" | "already_subscribed" | "not_subscribed" | "nothing_to_change" | "no_saved_method" | "method_removed" | "too_many_api_keys" | "too_many_webhooks" | "run_request_ended" | "call_decided" | "webhook_off" | "too_many_passkeys" | "too_many_voices" | "too_many_films" | "film_changed" | "nothing_to_make" | "nothing_to_undo" | "last_way_in" | "not_enough_memory" | "not_enough_disk" | "being_installed" | "two_factor_on" | "two_factor_not_begun" | "file_lost" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "unknown_host" | "invalid_input" | "definition_invalid" | "invalid_reset_token" | "invalid_verification_token" | "challenge_required" | "challenge_refused" | "too_many_attempts" | "too_many_accounts" | "too_many_free_runs" | "too_many_waiting" | "over_account_limit" | "over_key_daily_limit" | "over_key_monthly_limit" | "too_many_demos" | "internal" | "unavailable" | "not_ready" | "model_unavailable" | "maintenance" | "demo_busy" | "payment_unavailable" | "mail_failed" | "storage_unavailable" | "storage_full";
            fields?: components["schemas"]["FieldErrors"];
            /** @description With `not_enough_tokens`: the number of missing tokens. */
            missing?: number;
            /** @description With `over_run_limit`, `over_daily_limit`, `over_account_limit`, those of an API key (`over_key_run_limit`, `over_key_daily_limit`, `over_key_monthly_limit`) and `over_daily_grant_limit`: the limit and the tokens left of it. With `too_many_free_runs`: the number per day; with `too_many_waiting`: the number of runs that may wait at once; with `over_grant_limit`: tokens at once. */
            limit?: number;
            /** @description What is left. */
            left?: number;
            /** @description With `price_changed`: the current price. */
            price?: number;
            /** @description With `too_many_attempts`, `too_many_demos`, `demo_busy`, `over_account_limit`, `over_key_daily_limit` and `over_key_monthly_limit`: seconds to wait, as in `Retry-After`. */
            retry_after?: number;
            /** @description With `over_key_run_limit`, `over_key_daily_limit` and `over_key_monthly_limit`, if the key may ask: the request that its owner can allow. */
            run_request?: components["schemas"]["Asked"];
            /** @description With `internal`: the id to quote to the operator, which is that of the request. */
            error_id?: string;
            /** @description The id of the request, as in the header `x-request-id`. */
            request_id?: string;
        };
        /** @description The events that are sent to it. */
        Events: components["schemas"]["WebhookEvent"][];
        /**
         * Format: date-time
         * @description When it ends; null if it does not. Default: `null`.
         */
        ExpiresAt: string | null;
        /** @description Maps the path of a field in the request (`options.duration`) to its error, in the caller's language. */
        FieldErrors: {
            [key: string]: {
                /**
                 * @description A code for programs.
                 * @enum {string}
                 */
                code: "required" | "invalid" | "too_short" | "too_long" | "too_small" | "too_large" | "too_many" | "name_taken" | "name_blocked" | "not_an_option" | "not_together" | "not_drawable" | "place_unknown" | "tool_off" | "schema_unknown" | "schema_unreachable" | "schema_file_too_large" | "schema_unusable" | "schema_address" | "schema_not_offered" | "unknown_field" | "characters_invalid" | "date_invalid" | "email_invalid" | "email_domain_not_allowed" | "email_disposable" | "password_too_short" | "password_too_long" | "password_too_common" | "password_wrong" | "code_wrong" | "prompt_empty" | "prompt_too_long" | "prompt_not_allowed" | "prompt_blocked" | "hash_invalid" | "moderation_without_key" | "moderation_unreachable" | "terms_not_accepted" | "consent_not_given" | "scopes_missing" | "unsupported" | "legacy_completions" | "no_variations" | "no_moderation" | "no_batches" | "reasoning_foreign" | "reasoning_old" | "content_not_text" | "content_not_taken" | "tokens_not_taken" | "url_not_fetched" | "last_not_user" | "schema_too_large" | "schema_too_deep" | "tool_reserved" | "tool_twice" | "tool_unknown" | "call_unanswered" | "call_unknown" | "response_unknown" | "item_unknown" | "model_of_another_kind" | "model_without_edits" | "model_without_remixes" | "model_without_translation" | "model_unknown" | "input_unknown" | "input_not_taken" | "input_missing" | "input_format_not_taken" | "input_too_long" | "input_without_sound" | "input_too_short" | "input_too_large" | "input_needs_other" | "input_needs_first_frame" | "input_not_with_others" | "input_not_with_option" | "no_times" | "inputs_too_large" | "mask_without_source" | "file_unreadable" | "file_damaged" | "file_empty" | "file_needs_password" | "file_animated" | "file_many_pages" | "file_without_media" | "file_encoding_unknown" | "file_binary" | "file_archive" | "file_program" | "file_format" | "file_without_text" | "file_too_much" | "prompt_in_file" | "idempotency_key_invalid" | "not_on_sale" | "item_id_invalid" | "currency_not_sold" | "amount_step" | "currency_not_taken" | "url_invalid" | "webhook_not_https" | "webhook_private" | "webhook_secret_invalid" | "events_missing" | "key_refused" | "service_unreachable" | "service_busy" | "service_failed" | "code_unknown" | "code_used" | "code_yours" | "code_once" | "code_expired" | "code_revoked" | "code_needs_email" | "code_not_for_you";
                detail: components["schemas"]["Detail"];
            };
        };
        /** @enum {string} */
        FileKind: "video" | "image" | "audio" | "text" | "document";
        Film: {
            id: components["schemas"]["Id"];
            /** @description The document. */
            document: components["schemas"]["FilmDocument"];
            /** @description Increases with each change. */
            revision: number;
            parts: components["schemas"]["Parts"];
            /** @description When each shot starts and how long it is: by estimate, and by measure for the lines that have a recording. */
            timeline: components["schemas"]["FilmTimeline"];
            make: components["schemas"]["Make"];
            /** @description Whether there is a change to undo. */
            undoable: boolean;
            /** @description Whether there is a change to repeat that was undone. */
            redoable: boolean;
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            /**
             * Format: date-time
             * @description Time of the move to the trash.
             */
            deleted_at: string | null;
        };
        FilmChanged: {
            /** @description The change as it was applied, as a merge patch of the document. */
            patch: {
                [key: string]: unknown;
            };
            /** @description The merge patch that reverts it. */
            undo: {
                [key: string]: unknown;
            };
            /** @description Increases with each change. */
            revision: number;
            parts: components["schemas"]["Parts"];
            /** @description When each shot starts and how long it is: by estimate, and by measure for the lines that have a recording. */
            timeline: components["schemas"]["FilmTimeline"];
            make: components["schemas"]["Make"];
            /** @description Whether there is a change to undo. */
            undoable: boolean;
            /** @description Whether there is a change to repeat that was undone. */
            redoable: boolean;
        };
        FilmChanges: {
            /** @description The changes, newest first. */
            items: {
                /** @description The revision that it has made. */
                revision: number;
                /** @description The path in the document that all of it is below: `shots.k3f2aa.action`; empty for the document. */
                changed: string;
                /** @description Whether it was undone and can be repeated. */
                undone: boolean;
                /** @description The merge patch that reverts it, or repeats it if it was undone. */
                patch: {
                    [key: string]: unknown;
                };
                created_at: components["schemas"]["CreatedAt"];
            }[];
        };
        FilmDocument: components["schemas"]["NewFilm"] & {
            /** @description The run that was chosen for a part, by the name of the part; without one, the newest that succeeded. Default: `{}`. */
            takes?: {
                [key: string]: string;
            };
            /** @description The `recipe` of a part that is kept although it is out of date, by the name of the part. Default: `{}`. */
            kept?: {
                [key: string]: string;
            };
        };
        /** @description An event of the account’s stream: a film was changed, moved to the trash, or restored. */
        FilmEvent: {
            /** @description The id of the film. */
            id: string;
            /** @description Its revision, which a client that has made the change knows. */
            revision: number;
        };
        FilmMake: {
            /**
             * Format: uuid
             * @description The id of what was started together.
             */
            make: string;
            /** @description The runs that were started; `film.part` of each names its part. */
            runs: components["schemas"]["Generation"][];
        };
        FilmModels: {
            still?: components["schemas"]["Music"];
            clip?: components["schemas"]["Music"];
            line?: components["schemas"]["Music"];
            music?: components["schemas"]["Music"];
        };
        FilmPage: {
            /** @description The entries. */
            items: components["schemas"]["ListedFilm"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        FilmPart: {
            /** @description The name of the part: `still:<shot>`, `clip:<shot>`, `line:<shot>.<n>`, `music`, `animatic` or `film`. */
            part: string;
            /**
             * @description The state.
             * @enum {string}
             */
            state: "missing" | "waiting" | "making" | "made" | "stale" | "failed";
            /** @description The changes since a stale part was made. */
            causes: components["schemas"]["Items"][];
            /** @description The chosen take, otherwise the newest. */
            take: components["schemas"]["FilmTake"] | null;
            /**
             * Format: uuid
             * @description The id of the generation that is under way.
             */
            run: string | null;
            /** @description The reason why the last run failed, if nothing newer was made. */
            error: {
                code: components["schemas"]["Code"];
                detail: components["schemas"]["Detail"];
            } | null;
            /** @description The number of takes that succeeded. */
            takes: number;
            /** @description Identifies the recipe of the part now. `kept` with this value keeps a take that is out of date, until the next change. */
            recipe: string;
            /** @description For the film: the shots of the take for which a card stood in. */
            stand_ins: string[] | null;
        };
        FilmQuote: {
            /** @description The highest price of everything together. What is shorter than expected costs less. */
            price: number;
            /** @description The same in thousandths of a token, not rounded up. */
            price_milli: number;
            available: components["schemas"]["Available"];
            /** @description How much is missing; 0 if nothing is. */
            missing: number;
            over_limit: components["schemas"]["OverLimit2"];
            /** @description Whether the email has to be confirmed first. */
            email_not_verified: boolean;
            /** @description The parts that would be made, and those that are left out. */
            parts: {
                /** @description The part of the chord. */
                part: string;
                /** @description Its model; null if there is none. */
                model: string | null;
                price: components["schemas"]["Price"];
                price_milli: components["schemas"]["PriceMilli"];
                /** @description The seconds that it usually takes. */
                seconds: number;
                /** @description Statements of the document that the model honours. */
                honours: ("picture" | "shape" | "style" | "length" | "voice" | "text")[];
                /** @description Statements of the document that the model does not honour. */
                not_honoured: ("picture" | "shape" | "style" | "length" | "voice" | "text")[];
                /**
                 * Format: date-time
                 * @description When its service switches the model off, if that is known.
                 */
                ends_at?: string;
                /**
                 * @description Why it is left out of the price and of the make; absent if it is not.
                 * @enum {string}
                 */
                excluded?: "no_model" | "model_unavailable" | "model_not_allowed" | "not_drawn" | "empty" | "invalid" | "too_many";
            }[];
        };
        FilmTake: {
            /**
             * Format: uuid
             * @description The id of its generation.
             */
            id: string;
            /** @description The file; a signed link. */
            url: string | null;
            /** @description A still of at most 640 pixels; null without one. */
            poster_url: string | null;
            /** @description The still at 320 pixels; null without one. */
            thumbnail_url: string | null;
            duration_ms: components["schemas"]["DurationMs"];
            /** @description The model that was chosen. */
            model: string;
            /** @description Its cost, in thousandths of a token. */
            charged_milli: number | null;
            created_at: components["schemas"]["CreatedAt"];
        };
        FilmTakes: {
            /** @description The entries. */
            items: components["schemas"]["ListedTake"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        FilmTimeline: {
            /** @description The length of the film as written, which may differ from what was asked for. */
            seconds: number;
            /** @description The shots in their order. */
            slots: {
                /** @description The id of the shot. */
                shot: string;
                /** @description When it starts, in seconds. */
                starts: number;
                /** @description Its length. */
                seconds: number;
                /** @description The part of it that is spoken, in seconds. */
                spoken: number;
            }[];
        };
        /** @enum {string} */
        Flag: "true" | "false";
        /** @description How long the tokens last at the recent rate of spending. */
        Forecast: {
            /** @description Tokens spent within the last `days` days, including today. */
            spent: number;
            /** @description A number of days, or one entry for each day. */
            days: number;
            /** @description Null if there is too little data. */
            days_left: number | null;
            /** @description Tokens that will expire unspent at this rate. */
            unspent: number;
        };
        Generation: WithRequired<components["schemas"]["GenerationEvent"], "id" | "type" | "model" | "prompt" | "options" | "inputs" | "parent_id" | "thread_id" | "understood" | "note" | "status" | "progress" | "text" | "files" | "error" | "price" | "price_milli" | "charged" | "charged_milli" | "receipt" | "favorite" | "title" | "collection_ids" | "shared" | "ahead" | "cancel" | "deleted_at" | "created_at" | "started_at" | "finished_at">;
        /** @description The events of `GET /v1/generations/events`; `id:` is a cursor for `Last-Event-ID`. */
        GenerationEvent: {
            id: components["schemas"]["Id"];
            type?: components["schemas"]["Kind"];
            /** @description The name of the model. */
            model?: string;
            prompt?: components["schemas"]["Prompt"];
            options?: components["schemas"]["OptionValues"];
            inputs?: components["schemas"]["Inputs"];
            /**
             * Format: uuid
             * @description The run that this one continues or repeats; null without one.
             */
            parent_id?: string | null;
            /**
             * Format: uuid
             * @description The conversation; null outside of one.
             */
            thread_id?: string | null;
            /** @description The chord of which the run is a part. `waits`: the run starts when the chord's image is ready. */
            chord?: {
                id: components["schemas"]["Id"];
                part: components["schemas"]["Part"];
                /** @description Whether it waits for another part. */
                waits: boolean;
            } | null;
            /** @description The film that the run makes a part of. */
            film?: {
                id: components["schemas"]["Id"];
                /** @description The part of the chord. */
                part: string;
                /**
                 * Format: uuid
                 * @description The make that started it; null for a part that was run again.
                 */
                make?: string | null;
                /** @description Whether it waits for other parts. */
                waits?: boolean;
                /** @description The title. */
                title?: string;
                /** @description The runs of the make, and how many of them have ended; null without a make. Failed and canceled runs have ended, too. */
                progress?: components["schemas"]["MakeProgress"] | null;
            } | null;
            /**
             * Format: uuid
             * @description The comparison to which the run belongs.
             */
            comparison_id?: string | null;
            /** @description The recipe from which it was made; null without one. */
            recipe?: components["schemas"]["RecipeOfRun"] | null;
            /** @description How the model read the prompt; null if it takes it literally. */
            understood?: components["schemas"]["Understood"] | null;
            /** @description The advice that the person got before the run and did not follow. */
            note?: components["schemas"]["Note"] | null;
            status?: components["schemas"]["GenerationStatus"];
            /** @description Progress, 0..1; null if unknown. */
            progress?: number | null;
            /** @description Only in events of a running image or video: its current state as a `data:` URL of at most 2 kB, which is not stored. */
            preview?: string;
            /** @description The text; null without one. */
            text?: string | null;
            /** @description Whether the text was cut off at the maximum length and can be continued. */
            cut?: boolean;
            /** @description A summary of a transcript, whose text is `text`; `GET /v1/generations/{id}/transcript` has its segments. */
            transcript?: {
                /** @description The language; null if it is not known. */
                language: string | null;
                /** @description How many parts with times it has. */
                segments: number;
                /** @description How many people speak. */
                speakers: number;
            } | null;
            /** @description Whether it is a step of a program, which only answers calls of its tools: its conversation shows it, and lists of works do not. */
            step?: boolean;
            /** @description Whether it started without a press, after calls of tools, and counts against the allowance of its conversation. */
            unattended?: boolean;
            /**
             * @description For an answer with calls of the studio's tools: why no run goes on. `POST /v1/generations/{id}/go-on` does.
             * @enum {string|null}
             */
            halted?: "stopped" | "limit" | "budget" | "loop" | "failed" | null;
            /** @description The calls of tools in the answer; null without any. */
            calls?: components["schemas"]["ToolCall"][] | null;
            /** @description For an answer with calls of the studio's tools: how far they are. */
            call_states?: components["schemas"]["CallState"][] | null;
            /** @description The results of a program's tools that the run answers; `GET /v1/generations/{id}/tool-results` has them whole. Null without any. */
            tool_results?: components["schemas"]["ToolResult"][] | null;
            /** @description Whether the service returned the model's reasoning; `GET /v1/generations/{id}/thinking` has it. */
            thinking?: boolean;
            /**
             * Format: date-time
             * @description Set while the model thinks: the time at which it began.
             */
            thinking_started_at?: string | null;
            /** @description Milliseconds of finished thinking; null without thinking, and for answers of earlier versions. */
            thinking_ms?: number | null;
            /** @description Pages that the model read for its answer; null for a run without a search. */
            sources?: components["schemas"]["Source"][] | null;
            /** @description The files of the result. */
            files?: components["schemas"]["GenerationFile"][];
            /** @description A newer server may have more codes; the detail says what to do. */
            error?: {
                code: components["schemas"]["Code"];
                detail: components["schemas"]["Detail"];
            } | null;
            /** @description The highest price, rounded up to whole tokens. */
            price?: number;
            price_milli?: components["schemas"]["PriceMilli"];
            /** @description Whole tokens that left the balance; null before the end. The rest of a started token pays for later runs. */
            charged?: number | null;
            /** @description The exact cost in thousandths of a token; null before the end. */
            charged_milli?: number | null;
            /** @description What was held, settled and released, in order. */
            receipt?: components["schemas"]["ReceiptLine"][];
            /** @description Whether it is marked as a favorite. */
            favorite?: boolean;
            /** @description The title; null without one. */
            title?: string | null;
            /** @description The collections that contain it. */
            collection_ids?: string[];
            /** @description Whether a public link to it works. */
            shared?: boolean;
            /** @description For a queued run: the number of runs ahead of it, in a long queue as an estimate. Events have it also for a running one that waits in the queue of an own server. */
            ahead?: number | null;
            /**
             * @description For an unfinished run: the effect of a cancel. `free`; `text_so_far`: the text so far is charged; `if_confirmed`: free if the provider confirms that it has stopped; `too_late`: the provider did not stop.
             * @enum {string|null}
             */
            cancel?: "free" | "text_so_far" | "if_confirmed" | "too_late" | null;
            /**
             * Format: date-time
             * @description Time of the move to the trash; null in the library.
             */
            deleted_at?: string | null;
            created_at?: components["schemas"]["CreatedAt"];
            /**
             * Format: date-time
             * @description When it started; null until then.
             */
            started_at?: string | null;
            /**
             * Format: date-time
             * @description When it ended; null until then.
             */
            finished_at?: string | null;
        };
        GenerationFile: {
            id: components["schemas"]["Id"];
            /** @description Signed URL, valid for a few hours. Add `&download=1` to save instead of show. */
            url: string;
            /** @description The media type, such as `image/png`. */
            media_type: string;
            /** @description Size in bytes. */
            bytes: number;
            width: components["schemas"]["Width"];
            height: components["schemas"]["Height"];
            duration_ms: components["schemas"]["DurationMs"];
            /** @description A WebP still, at most 640 px wide. */
            poster_url: string | null;
            /** @description The same still, at most 320 px wide. */
            thumbnail_url: string | null;
            /** @description A few pixels as a `data:` URL of at most 400 characters, shown while the image loads. */
            placeholder?: string | null;
            /** @description The loudness over time, for a drawing, 0 to 1; null without sound. */
            peaks: number[] | null;
        };
        GenerationPage: {
            /** @description The entries. */
            items: components["schemas"]["Generation"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /**
         * @description Whether a run waits, works, or how it has ended.
         * @enum {string}
         */
        GenerationStatus: "queued" | "running" | "succeeded" | "failed" | "canceled";
        /** @description Runs that have ended. */
        Generations: number;
        /** @description Height in pixels; null if it has none. */
        Height: number | null;
        /** @description A sentence below the field. */
        Help: string;
        /**
         * Format: uuid
         * @description The id.
         */
        Id: string;
        /** @description The ids. */
        Ids: string[];
        /** @description An input of a run: an uploaded file, or the result of another run. */
        Input: {
            upload_id: components["schemas"]["UploadId"];
            role: components["schemas"]["InputRole"];
        } | {
            /**
             * Format: uuid
             * @description The run.
             */
            generation_id: string;
            role: components["schemas"]["InputRole"];
            /** @description Index of the result; the first by default. */
            index?: number;
        };
        /**
         * @description The purpose of an input.
         * @enum {string}
         */
        InputRole: "source" | "reference" | "first_frame" | "last_frame" | "mask" | "speech";
        /** @description Files or results that the run works on, and their roles. */
        Inputs: components["schemas"]["Input"][];
        /** @description Files that every model takes in these roles. Default: `[]`. */
        Inputs2: components["schemas"]["Input"][];
        /** @description Files that each run gets. */
        Inputs3: components["schemas"]["Input"][];
        /** @enum {string} */
        Items: "title" | "language" | "shape" | "resolution" | "look" | "music" | "captions" | "voices" | "people" | "shots" | "order" | "place" | "light" | "text" | "framing" | "camera" | "words" | "length" | "start" | "transition" | "prompt" | "model" | "options" | "picture" | "video" | "recording";
        /**
         * @description `image`, `video`, `audio` or `text`.
         * @enum {string}
         */
        Kind: "video" | "image" | "audio" | "text";
        /** @description Totals of a library, for filters and headings. */
        LibrarySummary: {
            /** @description The sum. */
            total: number;
            /** @description Whether it is in the trash, or what is in it. */
            trash: number;
            /** @description The models used, most used first. */
            models: {
                /** @description The id. */
                id: string;
                /** @description The name. */
                name: string;
                type: components["schemas"]["Kind"];
                /** @description How many. */
                count: number;
            }[];
        };
        /** @description The most that is allowed. */
        Limit: number;
        /** @description A link that never expires without a time. */
        LinkRecipe: {
            expires_at?: components["schemas"]["ExpiresAt"];
        };
        ListedFilm: {
            id: components["schemas"]["Id"];
            /** @description The title. */
            title: string;
            /** @description How many shots it has. */
            shots: number;
            /** @description A picture of the newest take. */
            thumbnail_url: string | null;
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
            /**
             * Format: date-time
             * @description Time of the move to the trash.
             */
            deleted_at: string | null;
        };
        ListedTake: components["schemas"]["FilmTake"] & {
            status: components["schemas"]["GenerationStatus"];
            /** @description The reason why it failed. */
            error: {
                code: components["schemas"]["Code"];
                detail: components["schemas"]["Detail"];
            } | null;
            /** @description The highest price, in thousandths of a token. */
            price_milli: number;
            /** @description The changes of the film since it was made; none for one without a result. */
            causes: components["schemas"]["Items"][];
            /** @description Whether the part shows it: it was chosen, or it is the newest that succeeded and none is chosen. */
            chosen: boolean;
        };
        /**
         * @description `en` or `ru`.
         * @enum {string}
         */
        Locale: "en" | "ru";
        /** @description The last make that is under way; null if none is. */
        Make: {
            id: components["schemas"]["Id"];
            /** @description How many runs it has started. */
            runs: number;
            /** @description How many of them have ended. */
            ended: number;
        } | null;
        MakeFilm: components["schemas"]["QuoteFilm"] & {
            /** @description The highest accepted price of everything together. */
            max_price?: number;
        };
        /** @description How far the runs are that were started together for a film. */
        MakeProgress: {
            /** @description The number of its runs. */
            runs: number;
            /** @description How many of them have ended, in any way. */
            ended: number;
            /** @description Runs that failed. */
            failed: number;
            /** @description Runs that were canceled. */
            canceled: number;
        };
        /** @description The most tokens that you agree to pay. If it costs more by then, nothing runs: `409 price_changed`. */
        MaxPrice: number;
        Model: {
            /** @description The id. */
            id: string;
            /** @description The name. */
            name: string;
            type: components["schemas"]["Kind"];
            /**
             * @description `transcribe`: an audio model that turns speech into text. It takes a recording and no prompt. The others do one thing to a source image.
             * @enum {string}
             */
            task?: "transcribe" | "remove_background" | "enlarge" | "extend" | "continue_video" | "change_video" | "lip_sync" | "join_videos" | "assemble_film" | "embed";
            /** @description Who runs the model, or takes the payment, or signs people in. */
            provider: string;
            description: components["schemas"]["Description"];
            price: components["schemas"]["PriceRule"];
            /** @description Options of the model by name; those left out have their defaults. */
            options: components["schemas"]["OptionsSchema"];
            /** @description Inputs that the model accepts: files or results of these kinds, in these roles. */
            inputs: components["schemas"]["ModelInput"][];
            /** @description Whether the model accepts the earlier turns of a conversation. */
            history: boolean;
            /** @description For text: whether it can use the studio's tools in a conversation. */
            tools?: boolean;
            /** @description A model with a `max_length` of 0 takes no prompt. */
            prompt: {
                /** @description A few pixels as a `data:` URL, shown while the image loads. */
                placeholder: string;
                /** @description The most characters. */
                max_length: number;
                /** @description Examples. */
                examples: string[];
            };
            /** @description Whether the model can be used now. */
            available: boolean;
            /**
             * @description Set if its provider has switched it off; listed because results still name it.
             * @constant
             */
            retired?: true;
            /** @description The reason in the caller's language; null if available. */
            unavailable_reason: string | null;
            /** @description From the runs of the last 30 days; null until five of them have succeeded. */
            measured: {
                /** @description From submit to result, including the time in the queue. */
                wait_p50_ms: number;
                /** @description The wait in milliseconds that 95 % of runs stay below. */
                wait_p95_ms: number;
                /** @description How many runs succeed, 0 to 1. */
                success_rate: number;
                /** @description Most runs take at most this time per unit, without the queue. A unit is a pixel, a second, a character or, for texts, a run. */
                run_ms_per_unit: number | null;
                /** @description The time of a run with the usual options; null if it depends on the prompt. */
                usual_run_ms: number | null;
            } | null;
        };
        ModelInput: {
            role: components["schemas"]["InputRole"];
            /** @description The media types that are taken. */
            types: components["schemas"]["FileKind"][];
            /** @description The most. */
            max: number;
            /** @description The smallest number, if the model requires more than one. */
            min?: number;
            /** @description The media types of audio that the model takes; any if absent. */
            audio_types?: string[];
            /** @description The media types of video that the model takes; any if absent. */
            video_types?: string[];
            /** @description The longest and the shortest recording that the model takes, in seconds; any length if absent. */
            max_seconds?: number;
            /** @description The fewest seconds. */
            min_seconds?: number;
            /** @description The largest file that the model takes; any size if absent. */
            max_bytes?: number;
            /** @description Whether the model requires this input. */
            required?: boolean;
            /** @description The role without which the model does not take this one. */
            needs?: components["schemas"]["InputRole"];
            /** @description The roles that the model does not take together with this one. */
            not_with?: components["schemas"]["InputRole"][];
            /** @description The condition for this input: an option has one of these values. */
            when?: components["schemas"]["Condition"];
        };
        /** @description An amount in minor units. */
        Money: {
            /** @description The amount: tokens, or minor units of the currency. */
            amount: number;
            /** @description The currency, such as `USD`. */
            currency: string;
        };
        /** @description Default: `null`. */
        Music: {
            /** @description The name of the model. */
            model: string;
            options?: components["schemas"]["Options"];
        } | null;
        /** @description The name between the braces of the prompt, and the label of the field. */
        Name: string;
        /** @description A document of a film for which nothing is made. */
        NewFilm: {
            /**
             * @description The version of this form.
             * @constant
             */
            v: 1;
            /** @description The title; empty for none. Default: `""`. */
            title?: string;
            /**
             * @description The language of the script.
             * @enum {string}
             */
            language: "en" | "ru";
            /**
             * @description Default: `"16:9"`.
             * @enum {string}
             */
            shape?: "16:9" | "9:16" | "1:1" | "4:3" | "3:4" | "21:9";
            /**
             * @description Default: `"480p"`.
             * @enum {string}
             */
            resolution?: "480p" | "720p" | "1080p";
            /** @description The length that was asked for. Default: `30`. */
            seconds?: number;
            /** @description How pictures are drawn. Default: `{}`. */
            look?: {
                /**
                 * @description Default: `"auto"`.
                 * @enum {string}
                 */
                style?: "auto" | "poster" | "watercolour" | "ink" | "low-poly" | "pixel" | "paper" | "line" | "neon";
                /** @description The words. Default: `""`. */
                words?: string;
            };
            /** @description The voice of the narrator's lines. Default: `{}`. */
            narrator?: {
                /** @description The voice. Default: `"auto"`. */
                voice?: string;
                /** @description Default: `null`. */
                line?: components["schemas"]["OwnModel"] | null;
            };
            /** @description The models of the parts; null for the server's choice, and for words and music for what is built in. Default: `{}`. */
            models?: components["schemas"]["FilmModels"];
            /** @description The music; null for none. Default: `null`. */
            music?: {
                /** @description The words. Default: `""`. */
                words?: string;
                /** @description The level. Default: `-6`. */
                level?: number;
            } | null;
            /**
             * @description Default: `"file"`.
             * @enum {string}
             */
            captions?: "none" | "file" | "picture";
            /** @description The people, animals and things that act, by id. Default: `{}`. */
            roles?: {
                [key: string]: components["schemas"]["Role"];
            };
            /** @description The ids of the shots. Default: `[]`. */
            order?: string[];
            /** @description The shots by id. Default: `{}`. */
            shots?: {
                [key: string]: components["schemas"]["Shot"];
            };
        };
        /** @description The only response that contains the secret. */
        NewWebhook: {
            /** @description The secret that signs the calls: `whsec_` and 32 bytes in base64. */
            secret: string;
            /** @description The endpoint. */
            webhook: components["schemas"]["Webhook"];
        };
        /** @description The `cursor` of the next page; null on the last one. */
        NextCursor: string | null;
        /** @description The advice given before a run and stored with it. */
        Note: {
            /**
             * @description The kind.
             * @enum {string}
             */
            kind: "not_drawn" | "other_medium" | "needs_language_model" | "too_short";
            /** @description The words of the prompt that the advice concerns, as written. */
            words: string[];
            /** @description The result of running it anyway, such as "a desert at sunset". */
            instead: string | null;
        };
        /** @description The options that others may change. */
        Open: string[];
        /** @description The subset of JSON Schema 2020-12 that describes a model's options: the page renders its form from it, and the API validates with it. */
        OptionSchema: {
            /**
             * @description Always `string`.
             * @constant
             */
            type: "string";
            title: components["schemas"]["Title"];
            description?: components["schemas"]["Description"];
            /**
             * @description Set if the field is shown only on request.
             * @constant
             */
            "x-group"?: "more";
            "x-when"?: components["schemas"]["Condition"];
            /** @description The values to choose from. */
            enum: string[];
            /** @description Absent for a seed, which the server picks and stores with the run. */
            default: string;
            "x-labels"?: components["schemas"]["X-labels"];
            /** @description Maps a value to a sound that previews it. */
            "x-samples"?: {
                [key: string]: string;
            };
            /** @description Maps a value to a picture of it; an SVG is a mask. */
            "x-pictures"?: {
                [key: string]: string;
            };
            /** @description The service at which people can add voices of their own to these. */
            "x-own-voices"?: string;
            /**
             * @description The control that the pages show.
             * @enum {string}
             */
            "x-control"?: "segmented" | "ratio" | "select";
            /** @description Maps a value to the condition for choosing it; other values are always available. */
            "x-choices-when"?: {
                [key: string]: components["schemas"]["Condition"];
            };
        } | {
            /**
             * @description Always `string`.
             * @constant
             */
            type: "string";
            title: components["schemas"]["Title"];
            description?: components["schemas"]["Description"];
            /**
             * @description Set if the field is shown only on request.
             * @constant
             */
            "x-group"?: "more";
            "x-when"?: components["schemas"]["Condition"];
            /** @description The most characters. */
            maxLength: number;
            /** @description The characters that can be drawn; flag `u`. */
            pattern?: string;
            /** @description Absent for a seed, which the server picks and stores with the run. */
            default: string;
            /**
             * @description Always `text`.
             * @constant
             */
            "x-control": "text";
        } | {
            /**
             * @description The kind.
             * @enum {string}
             */
            type: "integer" | "number";
            title: components["schemas"]["Title"];
            description?: components["schemas"]["Description"];
            /**
             * @description Set if the field is shown only on request.
             * @constant
             */
            "x-group"?: "more";
            "x-when"?: components["schemas"]["Condition"];
            /** @description The smallest value. */
            minimum: number;
            /** @description The largest value. */
            maximum: number;
            /** @description The step between values. */
            multipleOf?: number;
            /** @description Absent for a seed, which the server picks and stores with the run. */
            default?: number;
            "x-labels"?: components["schemas"]["X-labels"];
            /**
             * @description The control that the pages show.
             * @enum {string}
             */
            "x-control"?: "slider" | "seed";
            /**
             * @description `factor`: a multiple of the usual value; `bpm`: beats per minute.
             * @enum {string}
             */
            "x-unit"?: "second" | "percent" | "factor" | "bpm";
        } | {
            /**
             * @description Always `boolean`.
             * @constant
             */
            type: "boolean";
            title: components["schemas"]["Title"];
            description?: components["schemas"]["Description"];
            /**
             * @description Set if the field is shown only on request.
             * @constant
             */
            "x-group"?: "more";
            "x-when"?: components["schemas"]["Condition"];
            /** @description Absent for a seed, which the server picks and stores with the run. */
            default: boolean;
        };
        /** @description Options of the model by name; those left out have their defaults. */
        OptionValues: {
            [key: string]: string | number | boolean;
        };
        /** @description Whether the field may stay empty. */
        Optional: boolean;
        /** @description Options of the model by name; those left out have their defaults. Default: `{}`. */
        Options: {
            [key: string]: string | number | boolean;
        };
        OptionsSchema: {
            /**
             * @description Always `object`.
             * @constant
             */
            type: "object";
            /** @description The options by name. */
            properties: {
                [key: string]: components["schemas"]["OptionSchema"];
            };
            /**
             * @description Always `false`.
             * @constant
             */
            additionalProperties: false;
        };
        /** @description A limit and what is left of it. `account`: the account's limit for a day in UTC; `key`: a limit of the API key that asks. */
        OverLimit: {
            /**
             * @description The period or scope of the limit.
             * @enum {string}
             */
            per: "run" | "day" | "account" | "key";
            /**
             * @description For `key`.
             * @enum {string}
             */
            period?: "run" | "day" | "month";
            limit: components["schemas"]["Limit"];
            /** @description What is left. */
            left: number;
            /** @description For `account` and `key`, unless it is per run. */
            resets_at?: string;
        };
        /** @description The limit that the parts would exceed together; otherwise null. */
        OverLimit2: components["schemas"]["OverLimit"] | null;
        /** @description The limit that such a run would exceed; otherwise null. */
        OverLimit3: components["schemas"]["OverLimit"] | null;
        /** @description The first view of a library. */
        Overview: {
            /** @description The newest works. */
            works: components["schemas"]["GenerationPage"];
            /** @description Works that are queued or running. */
            active: components["schemas"]["GenerationPage"];
            summary: components["schemas"]["LibrarySummary"];
            /** @description Folders. */
            collections: components["schemas"]["Collection"][];
            /** @description The id or the details of a quote. */
            quote?: components["schemas"]["QuoteAnswer"] | null;
        };
        /** @description The key that makes the call. */
        OwnKey: {
            id: components["schemas"]["Id"];
            /** @description The name. */
            name: string;
            /** @description The last characters of the key. */
            hint: string;
            /** @description What the key may do. */
            scopes: ("read" | "generate" | "library" | "operator")[];
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: date-time
             * @description Null if the key never expires.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Accurate to a minute; null before the first use.
             */
            last_used_at: string | null;
            /** @description The program that a person has given access in the browser or by a code; null for a key that somebody has created. Older servers omit it. */
            client?: {
                /** @description The host that the program has proven or is sent back to; null on the person's own device. */
                host: string | null;
                /** @description Whether the program has proven to be of the host. */
                is_verified: boolean;
            } | null;
            /** @description Null is no limit of the key. Older servers omit it. */
            budget: {
                /** @description Tokens of a run, at its highest price. */
                tokens_per_run: number | null;
                /** @description Tokens in a day in UTC. */
                tokens_per_day: number | null;
                /** @description Tokens in a month in UTC. */
                tokens_per_month: number | null;
                /** @description Kinds of models that the key may run; null for all. */
                kinds: ("video" | "image" | "audio" | "text")[] | null;
                /** @description Ids of models that the key may run; null for all. */
                models: string[] | null;
                /** @description Null for the limit of all keys. */
                calls_per_minute: number | null;
                /** @description Whether a run beyond these tokens becomes a request to the owner. Older servers omit it. */
                ask?: boolean;
            };
            /** @description The tokens that count for the budget. Older servers omit it. */
            spent: {
                /** @description The day in UTC. */
                today: {
                    /** @description Tokens. */
                    tokens: number;
                    /**
                     * Format: date-time
                     * @description When the limit starts again.
                     */
                    resets_at: string;
                };
                /** @description The month in UTC. */
                this_month: {
                    /** @description Tokens. */
                    tokens: number;
                    /**
                     * Format: date-time
                     * @description When the limit starts again.
                     */
                    resets_at: string;
                };
            };
            /** @description Tokens left of its limits, which those of the account may undercut; null where it has none. */
            left: {
                /** @description The most that a run may cost. */
                per_run: number | null;
                /** @description Tokens left of the day in UTC. */
                today: number | null;
                /** @description Tokens left of the month in UTC. */
                this_month: number | null;
            };
        };
        /** @description The choice for one part. A change makes the part out of date. */
        OwnModel: {
            /** @description The model; null for the film's. Default: `null`. */
            model?: string | null;
            options?: components["schemas"]["Options"];
        };
        OwnPicture: components["schemas"]["OwnModel"] & {
            /** @description The prompt; null for the one that is assembled from the shot. Default: `null`. */
            prompt?: string | null;
        };
        /**
         * @description The part of the chord.
         * @enum {string}
         */
        Part: "video" | "image" | "speech" | "music" | "text";
        /** @description The parts that can be made of it, with their states. */
        Parts: components["schemas"]["FilmPart"][];
        /** @description The price of one use of a tool, and how many uses a run may have at most. */
        PerUse: {
            /** @description The price of one. */
            each: number;
            /** @description The most. */
            most: number;
        };
        /** @description A field of a recipe. A `default` fills the field in before anybody touches it. */
        Place: {
            /**
             * @description Always `line`.
             * @constant
             */
            type: "line";
            name: components["schemas"]["Name"];
            help?: components["schemas"]["Help"];
            optional?: components["schemas"]["Optional"];
            /** @description The value of a field that is left out. */
            default?: string;
        } | {
            /**
             * @description Always `text`.
             * @constant
             */
            type: "text";
            name: components["schemas"]["Name"];
            help?: components["schemas"]["Help"];
            optional?: components["schemas"]["Optional"];
            /** @description The value of a field that is left out. */
            default?: string;
        } | {
            /**
             * @description Always `choice`.
             * @constant
             */
            type: "choice";
            name: components["schemas"]["Name"];
            help?: components["schemas"]["Help"];
            optional?: components["schemas"]["Optional"];
            /** @description The values to choose from. */
            choices: string[];
            /** @description The value of a field that is left out. */
            default?: string;
        } | {
            /**
             * @description Always `number`.
             * @constant
             */
            type: "number";
            name: components["schemas"]["Name"];
            help?: components["schemas"]["Help"];
            optional?: components["schemas"]["Optional"];
            /** @description The least value. */
            min?: number;
            /** @description The most. */
            max?: number;
            /** @description The distance between two values, counted from `min`, or from 0. */
            step?: number;
            /** @description The value of a field that is left out. */
            default?: number;
        } | {
            /**
             * @description Always `file`.
             * @constant
             */
            type: "file";
            name: components["schemas"]["Name"];
            help?: components["schemas"]["Help"];
            optional?: components["schemas"]["Optional"];
            role: components["schemas"]["InputRole"];
        };
        /** @description The values of a filled recipe, by the names of its places. */
        PlaceValues: {
            [key: string]: string | number | {
                upload_id: components["schemas"]["UploadId"];
            } | {
                /**
                 * Format: uuid
                 * @description The run.
                 */
                generation_id: string;
                /** @description The place among the results, from 0. */
                index?: number;
            };
        };
        /** @description The types of its places; a place of the prompt that is not among them is a line. */
        Places: components["schemas"]["Place"][];
        Plans: {
            /** @description The version of the prices; older servers omit it. Default: `0`. */
            version?: number;
            /** @description False without a payment provider: prices are shown, but nothing can be bought. */
            purchasable: boolean;
            currencies?: components["schemas"]["Currencies"];
            /** @description Accepted currencies; empty if nothing can be bought. */
            payable_in: string[];
            /** @description Whether payments are simulated. */
            test: boolean;
            /** @description The entries. */
            items: {
                /** @description The id. */
                id: string;
                /** @description Tokens that the plan brings each month. */
                tokens_per_month: number;
                /** @description The price by the month. */
                monthly: components["schemas"]["Money"][];
                /** @description The price by the year. */
                yearly: components["schemas"]["Money"][];
            }[];
        };
        /** @description The highest price in whole tokens. */
        Price: number;
        /** @description The highest price in thousandths of a token. */
        PriceMilli: number;
        /** @description The price of a run: `base`, plus `tokens` for every started `every` units of the measure, all multiplied by the factors of the chosen options, rounded up to thousandths of a token. For instance, {base: 0, per: {measure: 'duration', every: 1, tokens: 3}} is three tokens per second. `input_duration` is the length of the given recordings in seconds, and of one second before there is any. `searches`: `each` is charged for each search of the web, of which `most` are held, if the option `search` is on. `images`: the same for the images in an answer, unless the option `images` is off. `programs`: `each` is charged for each program that the service runs, up to `most`, which are held if the option `code` is on. `model_tokens` are a language model's own units of text: `input` and `output` are charged per `every` of them, in proportion; the maximum is held, and the actual usage is charged. */
        PriceRule: {
            /** @description The part that every run costs. */
            base: number;
            /** @description The part that depends on a measure; null if every run costs the same. */
            per: ({
                /**
                 * @description What is counted.
                 * @enum {string}
                 */
                measure: "duration" | "prompt_characters" | "count" | "input_duration";
                /** @description The size of the unit. */
                every: number;
                /** @description Tokens. */
                tokens: number;
            } | {
                /**
                 * @description Always `model_tokens`.
                 * @constant
                 */
                measure: "model_tokens";
                /** @description The size of the unit. */
                every: number;
                /** @description The price of the text that a language model reads. */
                input: number;
                /** @description The price of the text that it writes. */
                output: number;
                cached?: components["schemas"]["Cached"];
                /** @description The rates of requests whose input is above so many model tokens, by rising limits. They apply to the whole request. */
                long?: {
                    /** @description The longest input in model tokens to which they do not apply. */
                    above: number;
                    /** @description The price of the text that a language model reads. */
                    input: number;
                    /** @description The price of the text that it writes. */
                    output: number;
                    cached?: components["schemas"]["Cached"];
                }[];
            }) | null;
            /** @description Hours (UTC) in which everything costs a multiple. The multiple is held; the start of the request decides whether it is charged. */
            hours?: {
                /** @description Parts of a day. */
                times: {
                    /** @description The first minute in UTC, such as 22:00. */
                    from: string;
                    /** @description The first minute afterwards, such as 06:00 of the next day. */
                    to: string;
                }[];
                /** @description The days of the week in UTC, from 0 (Sunday) to 6. */
                days: number[];
                /** @description The multiple of the usual price. */
                factor: number;
            };
            /** @description Maps an option and its value to a multiple of the usual price. */
            factors?: {
                [key: string]: {
                    [key: string]: number;
                };
            };
            /** @description Searches of the web. */
            searches?: components["schemas"]["PerUse"];
            /** @description Images in an answer. */
            images?: components["schemas"]["PerUse"];
            /** @description Programs that the service runs. */
            programs?: components["schemas"]["PerUse"];
        };
        /** @description What the model should make, in words. */
        Prompt: string;
        /** @description A recipe that everybody sees: one of the operator’s, or a built-in one while none is published. */
        PublishedRecipe: {
            /** @description By which it is shown, run and copied: the token of its link, or the name of a built-in one. */
            recipe: string;
            type: components["schemas"]["Kind"];
            /** @description The name. */
            name: string;
            /** @description One sentence about it. */
            about: string | null;
            /** @description The name of its model. */
            model: string;
            /** @description The price for the caller, or with the default group’s prices for a guest; null if it is not known. */
            price: number | null;
            /** @description A result of it. */
            sample: {
                /** @description Its first file; null for a text. */
                file: components["schemas"]["SampleFile"] | null;
                /** @description The beginning of a text; null for other samples. */
                text: string | null;
            };
            /** @description Whether it is built in. */
            built_in: boolean;
        };
        PublishedRecipes: {
            /** @description The entries. */
            items: components["schemas"]["PublishedRecipe"][];
        };
        /** @description An empty prompt has a price too, which the page shows before a word is typed. */
        Quote: {
            /** @description The name of the model. */
            model: string;
            /** @description Empty for a model that takes no prompt, and only for that. */
            prompt: string;
            /** @description Default: `{}`. */
            options?: components["schemas"]["OptionValues"];
            /** @description Files or results that the run works on, and their roles. Default: `[]`. */
            inputs?: components["schemas"]["Input"][];
            /**
             * Format: uuid
             * @description The run that this one continues or repeats.
             */
            parent_id?: string;
            /**
             * Format: uuid
             * @description The conversation.
             */
            thread_id?: string;
            /** @description The studio's tools that the model may use in this conversation from now on; without it, those that it has. */
            tools?: components["schemas"]["ChosenTool"][];
        };
        QuoteAnswer: {
            /** @description The highest price, rounded up to whole tokens. */
            price: number;
            price_milli: components["schemas"]["PriceMilli"];
            /** @description The tokens that the run would hold: fewer than the price while the rest of a started token pays for the fraction. */
            hold: number;
            available: components["schemas"]["Available"];
            /** @description Tokens missing for the run; 0 if there are enough. */
            missing: number;
            over_limit: components["schemas"]["OverLimit3"];
            email_not_verified: components["schemas"]["EmailNotVerified"];
            /** @description Null if the model takes the prompt literally. */
            understood: components["schemas"]["Understood"] | null;
            /** @description Null if the model can do what the prompt asks, and always for connected models. */
            advice: components["schemas"]["Advice"] | null;
        };
        QuoteFilm: {
            /**
             * @description Everything that is missing or out of date: `stills`, `clips`, `lines`, `music`; `film`: one video of what there is; `all`: these together; `animatic`: one video of drawn cards.
             * @enum {string}
             */
            what?: "animatic" | "stills" | "clips" | "lines" | "music" | "film" | "all";
            /** @description These parts, also those that are up to date. */
            parts?: string[];
            /** @description Whether parts of `what` are made again although they are up to date. Default: `false`. */
            again?: boolean;
        };
        ReceiptLine: {
            /**
             * @description The kind.
             * @enum {string}
             */
            kind: "hold" | "settle" | "release";
            /** @description Whole tokens. */
            amount: number;
            /** @description Thousandths of a token. `settle`: the exact cost, for which `amount` tokens left the balance. `hold`: the part of a started token that was reserved besides `amount`; `release`: how much of it was not needed. */
            milli: number;
            at: components["schemas"]["At"];
            /** @description Why. */
            reason: string | null;
        };
        /** @description A saved prompt, or a recipe: one that remembers model, options, files and fields. */
        Recipe: {
            id: components["schemas"]["Id"];
            type: components["schemas"]["Kind"];
            /** @description The name. */
            name: string;
            /** @description The text. */
            text: string;
            /** @description One sentence about it. Default: `null`. */
            about?: string | null;
            /** @description The name of the model. Default: `null`. */
            model?: string | null;
            /** @description Default: `{}`. */
            options?: components["schemas"]["OptionValues"];
            /** @description Files or results that the run works on, and their roles. Default: `[]`. */
            inputs?: components["schemas"]["RecipeFile"][];
            /** @description The fields, by the places in the prompt. Default: `[]`. */
            places?: components["schemas"]["Place"][];
            /** @description Names of the options that others may change. Default: `[]`. */
            open?: string[];
            /**
             * Format: uuid
             * @description A result of it, which its page shows. Default: `null`.
             */
            sample_id?: string | null;
            /** @description Counts the changes by its author. Default: `1`. */
            revision?: number;
            /** @description The recipe of which it is a copy, at the revision of that time. Default: `null`. */
            from?: {
                /**
                 * Format: uuid
                 * @description Null once it is deleted.
                 */
                id: string | null;
                /** @description The number of the revision, against changes at the same time. */
                revision: number;
            } | null;
            /** @description Its public link, if it works. Default: `null`. */
            link?: {
                /** @description The secret part of the link, or the access token of a session. */
                token: string;
                /**
                 * Format: date-time
                 * @description When it ends; null if it does not.
                 */
                expires_at: string | null;
            } | null;
            created_at: components["schemas"]["CreatedAt"];
        };
        /** @description A file that a recipe brings along, an image. */
        RecipeFile: {
            upload_id: components["schemas"]["UploadId"];
            role: components["schemas"]["InputRole"];
        };
        /** @description The recipe from which a result was made. */
        RecipeOfRun: {
            id: components["schemas"]["Id"];
            /** @description The number of the revision, against changes at the same time. */
            revision: number;
            /** @description The name. */
            name: string;
            /** @description The values that were filled in. */
            values: components["schemas"]["PlaceValues"];
            /** @description Its author, if somebody else wrote it; null for one's own, and once the author is gone. */
            author: string | null;
            /** @description By which it is run again: its id or the token of its link; null once neither works. */
            again: string | null;
        };
        /** @description One filling of a recipe. `options`: those that its author has left open. */
        RecipeQuote: {
            /** @description Default: `{}`. */
            values?: components["schemas"]["PlaceValues"];
            /** @description Default: `{}`. */
            options?: components["schemas"]["OptionValues"];
            /**
             * Format: uuid
             * @description The conversation of which the run becomes a turn, and the turn that it follows.
             */
            thread_id?: string;
            /**
             * Format: uuid
             * @description The run that this one continues or repeats.
             */
            parent_id?: string;
        };
        /** @description All saved recipes, newest first. */
        Recipes: {
            /** @description The entries. */
            items: components["schemas"]["Recipe"][];
        };
        RetryGeneration: {
            max_price?: components["schemas"]["MaxPrice"];
        };
        Role: {
            /** @description The name. */
            name: string;
            /**
             * @description The kind. Default: `"person"`.
             * @enum {string}
             */
            kind?: "person" | "animal" | "thing";
            /** @description How it looks, for pictures. Default: `""`. */
            looks?: string;
            /** @description The number of its color. Default: `0`. */
            colour?: number;
            /** @description The voice. Default: `"auto"`. */
            voice?: string;
            /** @description The model and voice of a service for its lines; null for the film's. Default: `null`. */
            line?: components["schemas"]["OwnModel"] | null;
        };
        RollSecret: {
            /** @description Hours for which calls are also signed with the old secret; 0 ends it at once. Default: `24`. */
            keep_hours?: number;
        };
        RunRecipe: components["schemas"]["RecipeQuote"] & {
            max_price?: components["schemas"]["MaxPrice"];
            webhook?: components["schemas"]["RunWebhook"];
        };
        /** @description A call beyond the budget of an API key, which waits until its owner allows it. */
        RunRequest: {
            id: components["schemas"]["Id"];
            /**
             * @description The state.
             * @enum {string}
             */
            status: "open" | "allowed" | "refused" | "expired" | "ended";
            call: components["schemas"]["Call2"];
            /** @description The kind of the run; of the first one where the call starts several. */
            type: components["schemas"]["Kind"];
            /** @description The model of the run; of the first one where the call starts several; for a voice the service that makes it. */
            model: string;
            /** @description The runs that the call starts, in its order; none for a voice. */
            runs: {
                type: components["schemas"]["Kind"];
                /** @description The name of the model. */
                model: string;
            }[];
            /** @description The prompt; for a voice its name. */
            prompt: string;
            options: components["schemas"]["OptionValues"];
            inputs: components["schemas"]["Inputs"];
            /** @description The highest price of the call, rounded up to whole tokens. Allowing it at this price never costs more. */
            price: number;
            /** @description The limit of the key that the call would have exceeded, as it was then. */
            exceeded: {
                /**
                 * @description Span of the limit: one run, a day or a month, both in UTC.
                 * @enum {string}
                 */
                period: "run" | "day" | "month";
                limit: components["schemas"]["Limit"];
                /** @description What is left. */
                left: number;
                /** @description The tokens that count for this limit: for `run` those of the dearest run of the call, otherwise its price. */
                price: number;
            };
            api_key: components["schemas"]["ApiKey"];
            /** @description The page on which the owner answers. */
            page: string;
            created_at: components["schemas"]["CreatedAt"];
            /**
             * Format: date-time
             * @description When it ends.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When it was allowed or refused.
             */
            answered_at: string | null;
            /** @description The run, once it is allowed; null also if it was deleted permanently, and for calls that start several. */
            generation: components["schemas"]["Generation"] | null;
            /** @description The chord, once it is allowed. */
            chord: components["schemas"]["Chord"] | null;
            /** @description The comparison, once it is allowed. */
            comparison: components["schemas"]["Comparison"] | null;
            /** @description The film, and what was started for it, once it is allowed. Default: `null`. */
            film?: {
                id: components["schemas"]["Id"];
                /**
                 * Format: uuid
                 * @description The make of a film.
                 */
                make: string;
            } | null;
            /** @description The voice, once it is allowed; null also if it was deleted. */
            voice: components["schemas"]["Voice"] | null;
        };
        RunRequestPage: {
            /** @description The entries. */
            items: components["schemas"]["RunRequest"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description An event of the account’s stream: a request was made or has ended. */
        RunRequestsEvent: {
            /** @description The number of open requests. */
            open: number;
        };
        /** @description The data of the last event of one run's stream. `run_ended`: nothing more will happen. */
        RunStreamEnd: {
            /**
             * @description Why.
             * @enum {string}
             */
            reason: "signed_out" | "session_ended" | "session_reused" | "deletion_asked" | "key_revoked" | "too_many_streams" | "run_ended";
        };
        /** @description The webhook of a single run. The secret is yours, because an answer with one could not be repeated. */
        RunWebhook: {
            /** @description The address that is called when the run has ended: `https:`, in a public network. */
            url: string;
            /** @description The secret that signs the call: `whsec_` and 24 to 64 bytes in base64. */
            secret: string;
        };
        /** @description The file of a sample, as a card shows it. Its links work as long as the recipe is published. */
        SampleFile: {
            /** @description The address. */
            url: string;
            /** @description The media type, such as `image/png`. */
            media_type: string;
            /** @description A still picture of it; null for sounds and texts. */
            picture_url: string | null;
            width: components["schemas"]["Width"];
            height: components["schemas"]["Height"];
            duration_ms: components["schemas"]["DurationMs"];
            /** @description A few pixels as a `data:` URL, shown while the image loads. */
            placeholder: string | null;
        };
        /** @description A passage of a transcript, in milliseconds from the beginning of the recording. */
        Segment: {
            /** @description The start in milliseconds. */
            start_ms: number;
            /** @description The end in milliseconds. */
            end_ms: number;
            /** @description The text. */
            text: string;
            /** @description The speaker as the model numbers them, from 1; absent without recognition of speakers. */
            speaker?: number;
        };
        /** @description An event named `end`. */
        SentEnd: {
            /**
             * @description The name of the event.
             * @constant
             */
            event: "end";
            /** @description A cursor for `Last-Event-ID`; the last event has none. */
            id?: string;
            /** @description What happened. */
            data: components["schemas"]["StreamEnd"];
        };
        /** @description An event named `end`. */
        SentEndOfWatchGeneration: {
            /**
             * @description The name of the event.
             * @constant
             */
            event: "end";
            /** @description A cursor for `Last-Event-ID`; the last event has none. */
            id?: string;
            /** @description What happened. */
            data: components["schemas"]["RunStreamEnd"];
        };
        /** @description An event named `film`. */
        SentFilm: {
            /**
             * @description The name of the event.
             * @constant
             */
            event: "film";
            /** @description A cursor for `Last-Event-ID`; the last event has none. */
            id?: string;
            /** @description What happened. */
            data: components["schemas"]["FilmEvent"];
        };
        /** @description An event named `generation`. */
        SentGeneration: {
            /**
             * @description The name of the event.
             * @constant
             */
            event: "generation";
            /** @description A cursor for `Last-Event-ID`; the last event has none. */
            id?: string;
            /** @description What happened. */
            data: components["schemas"]["GenerationEvent"];
        };
        /** @description An event named `run_requests`. */
        SentRun_requests: {
            /**
             * @description The name of the event.
             * @constant
             */
            event: "run_requests";
            /** @description A cursor for `Last-Event-ID`; the last event has none. */
            id?: string;
            /** @description What happened. */
            data: components["schemas"]["RunRequestsEvent"];
        };
        /** @description An event named `text`. */
        SentText: {
            /**
             * @description The name of the event.
             * @constant
             */
            event: "text";
            /** @description A cursor for `Last-Event-ID`; the last event has none. */
            id?: string;
            /** @description What happened. */
            data: components["schemas"]["TextEvent"];
        };
        /** @description An event named `thinking`. */
        SentThinking: {
            /**
             * @description The name of the event.
             * @constant
             */
            event: "thinking";
            /** @description A cursor for `Last-Event-ID`; the last event has none. */
            id?: string;
            /** @description What happened. */
            data: components["schemas"]["TextEvent"];
        };
        /** @description An event named `tokens`. */
        SentTokens: {
            /**
             * @description The name of the event.
             * @constant
             */
            event: "tokens";
            /** @description A cursor for `Last-Event-ID`; the last event has none. */
            id?: string;
            /** @description What happened. */
            data: components["schemas"]["TokensEvent"];
        };
        /** @description An event named `tool_call`. */
        SentTool_call: {
            /**
             * @description The name of the event.
             * @constant
             */
            event: "tool_call";
            /** @description A cursor for `Last-Event-ID`; the last event has none. */
            id?: string;
            /** @description What happened. */
            data: components["schemas"]["CallState"];
        };
        /** @description A public link to one result, as its owner sees it. */
        Share: {
            /** @description The secret part of the link, or the access token of a session. */
            token: string;
            /**
             * Format: uuid
             * @description The run.
             */
            generation_id: string;
            /** @description Whether the link shows the prompt. */
            show_prompt: boolean;
            /** @description Whether the link shows the reasoning of a language model. Default: `false`. */
            show_thinking?: boolean;
            /**
             * Format: date-time
             * @description Null if the link never expires.
             */
            expires_at: string | null;
            created_at: components["schemas"]["CreatedAt"];
        };
        ShareAnswer: {
            /** @description The public link; null without one. */
            share: components["schemas"]["Share"] | null;
        };
        Shot: {
            /** @description The place of the heading; null before the first one. Default: `null`. */
            place?: string | null;
            /**
             * @description The time of day of the heading. Default: `null`.
             * @enum {string|null}
             */
            light?: "day" | "night" | "dawn" | "dusk" | null;
            /** @description The roles that are seen or speak. Default: `[]`. */
            people?: string[];
            /** @description The events that are seen. Default: `""`. */
            action?: string;
            /**
             * @description Default: `"wide"`.
             * @enum {string}
             */
            framing?: "wide" | "full" | "medium" | "close" | "detail";
            /**
             * @description Default: `"still"`.
             * @enum {string}
             */
            camera?: "still" | "push_in" | "pull_out" | "pan_left" | "pan_right" | "tilt_up" | "tilt_down";
            /** @description The words that are spoken. Default: `[]`. */
            words?: components["schemas"]["Spoken"][];
            /** @description The length that is asked for; null for one that follows the words. Default: `null`. */
            seconds?: number | null;
            /** @description Where its video begins, in seconds: what comes before is not in the film. Default: `0`. */
            from?: number;
            /**
             * @description How it follows the shot before it. Default: `"cut"`.
             * @enum {string}
             */
            transition?: "cut" | "fade" | "black";
            /** @description The choice for its picture. Default: `null`. */
            still?: components["schemas"]["OwnPicture"] | null;
            /** @description The choice for its video. Default: `null`. */
            clip?: components["schemas"]["OwnPicture"] | null;
        };
        /** @description A page that a model found on the web for its answer. */
        Source: {
            /** @description The address. */
            url: string;
            /** @description The title; null without one. */
            title: string | null;
        };
        SplitScript: {
            /** @description The script. */
            text: string;
            /**
             * @description The language of the script.
             * @enum {string}
             */
            language: "en" | "ru";
            /** @description The length that the film should have. Default: `30`. */
            seconds?: number;
            /** @description Whether a narrator reads the text. Default: `false`. */
            read_aloud?: boolean;
        };
        SplitScriptAnswer: {
            /** @description The document. */
            document: components["schemas"]["FilmDocument"];
            /** @description When each shot starts and how long it is. A shot is at least as long as its words. */
            timeline: components["schemas"]["FilmTimeline"];
        };
        Spoken: {
            /** @description The id of a role, or `narrator`. */
            who: "narrator" | string;
            /** @description The words. */
            text: string;
        };
        Statistics: {
            /**
             * Format: date
             * @description The first day or the earliest time.
             */
            from: string;
            to: components["schemas"]["To"];
            /**
             * @description The length of one interval.
             * @enum {string}
             */
            bucket: "day" | "week" | "month";
            /** @description The time zone of the days; null for UTC, if the person's zone is unknown. */
            time_zone: string | null;
            /** @description The sums. */
            totals: components["schemas"]["StatisticsRow"][];
            /** @description The same number of days before `from`. */
            previous: {
                /**
                 * Format: date
                 * @description The first day or the earliest time.
                 */
                from: string;
                to: components["schemas"]["To"];
                /** @description The sums. */
                totals: components["schemas"]["StatisticsRow"][];
            };
            /** @description One row for each kind and each day, week (from Monday) or month that had any runs, named by its first day. */
            days: (components["schemas"]["StatisticsRow"] & {
                /**
                 * Format: date
                 * @description The day.
                 */
                date: string;
            })[];
            /** @description The most used models first. */
            models: {
                /** @description The id. */
                id: string;
                /** @description The name. */
                name: string;
                type: components["schemas"]["Kind"];
                generations: components["schemas"]["Generations"];
                /** @description Runs that succeeded. */
                succeeded: number;
                /** @description Runs that failed. */
                failed: number;
                /** @description Runs that were canceled. */
                canceled: number;
                tokens: components["schemas"]["Tokens"];
                tokens_milli: components["schemas"]["TokensMilli"];
            }[];
            /** @description Rows by API key, most used first; the last one, with nulls, is for runs without a key. An API key sees only its own row. */
            keys: {
                /** @description The id. */
                id: string | null;
                /** @description The name. */
                name: string | null;
                /** @description A hint for people. */
                hint: string | null;
                /** @description Whether it was revoked. */
                revoked: boolean;
                generations: components["schemas"]["Generations"];
                /** @description Runs that succeeded. */
                succeeded: number;
                /** @description Runs that failed. */
                failed: number;
                /** @description Runs that were canceled. */
                canceled: number;
                tokens: components["schemas"]["Tokens"];
                tokens_milli: components["schemas"]["TokensMilli"];
            }[];
            /** @description The days that had any runs, of the year that ends with `to`. */
            activity: {
                /**
                 * Format: date
                 * @description The day.
                 */
                date: string;
                generations: components["schemas"]["Generations"];
                /** @description Tokens. */
                tokens: number;
                tokens_milli: components["schemas"]["TokensMilli"];
            }[];
            /** @description The value of tokens: the price that the person has paid (`paid`), otherwise that of the smallest pack; null without packs. */
            worth: {
                /** @description Tokens. */
                tokens: number;
                /** @description The prices. */
                prices: components["schemas"]["Money"][];
                /** @description Whether the person has paid this price. */
                paid: boolean;
            } | null;
        };
        /** @description The runs of one kind. */
        StatisticsRow: {
            type: components["schemas"]["Kind"];
            generations: components["schemas"]["Generations"];
            /** @description Runs that succeeded. */
            succeeded: number;
            /** @description Runs that failed. */
            failed: number;
            /** @description Runs that were canceled. */
            canceled: number;
            tokens: components["schemas"]["Tokens"];
            tokens_milli: components["schemas"]["TokensMilli"];
            /** @description Waiting time in milliseconds: median and 95th percentile. */
            wait_p50_ms: number | null;
            /** @description The wait in milliseconds that 95 % of runs stay below; null if too few runs have ended. */
            wait_p95_ms: number | null;
        };
        /** @description The space that a person's files take, in bytes. */
        StorageUse: {
            /** @description Everything that counts toward the limit. */
            used_bytes: number;
            /** @description Null without a limit. */
            limit_bytes: number | null;
            /** @description Bytes of results. */
            results_bytes: number;
            /** @description Bytes in the trash. */
            trash_bytes: number;
            /** @description Bytes of uploads. */
            uploads_bytes: number;
            /** @description Days for which deleted works can be restored. */
            trash_days: number;
            /** @description Age in days at which results move to the trash; null if they stay. */
            results_days: number | null;
            /** @description The works that take the most space, largest first. */
            largest: {
                id: components["schemas"]["Id"];
                type: components["schemas"]["Kind"];
                /** @description The name. */
                name: string;
                /** @description Size in bytes. */
                bytes: number;
            }[];
        };
        /** @description The data of a stream's last event, `end`. */
        StreamEnd: {
            /**
             * @description Why.
             * @enum {string}
             */
            reason: "signed_out" | "session_ended" | "session_reused" | "deletion_asked" | "key_revoked" | "too_many_streams";
        };
        /** @enum {string} */
        StudioTool: "find" | "read" | "create" | "change" | "use_recipe";
        /** @description Another run that would work. */
        Suggestion: {
            /** @description Null if the prompt is its own label. */
            label: string | null;
            prompt: components["schemas"]["Prompt"];
            /** @description Null for the same model. */
            model: string | null;
            /** @description Options to set; the others do not change. */
            options: components["schemas"]["OptionValues"] | null;
        };
        Term: {
            /** @description The text. */
            text: string;
            /**
             * @description The role.
             * @enum {string}
             */
            role: "shown" | "mood" | "ignored";
        };
        /** @description A piece of the text, or of the reasoning in events named `thinking`. */
        TextEvent: {
            id: components["schemas"]["Id"];
            /** @description Where the piece begins, in characters from the start. */
            offset: number;
            /** @description The next piece. */
            delta: string;
        };
        Thinking: {
            /** @description The text. */
            text: string;
        };
        /** @description A conversation: text runs linked by `parent_id`, with branches for edited and regenerated turns. */
        Thread: {
            id: components["schemas"]["Id"];
            /** @description The name that the person gave it; if null, the first prompt serves as the title. */
            title: string | null;
            /** @description The prompt with which it began. */
            first_prompt: string;
            /** @description How many messages the conversation has. */
            turns: number;
            /** @description The studio's tools that its assistant may use. Default: `[]`. */
            tools?: string[];
            created_at: components["schemas"]["CreatedAt"];
            updated_at: components["schemas"]["UpdatedAt"];
        };
        ThreadPage: {
            /** @description The entries. */
            items: components["schemas"]["Thread"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        /** @description The field's label, in the caller's language. */
        Title: string;
        /**
         * Format: date
         * @description The last day or the latest time; of an email, the recipient.
         */
        To: string;
        TokenEntry: {
            id: components["schemas"]["Id"];
            /**
             * @description The kind.
             * @enum {string}
             */
            kind: "grant" | "hold" | "settle" | "release" | "expire" | "refund" | "debt" | "repay";
            /** @description Never negative; the kind implies the sign. */
            amount: number;
            /** @description Thousandths of a token: the exact cost of a `settle`; otherwise as in a receipt. */
            milli: number;
            /**
             * @description The source of a grant; otherwise null.
             * @enum {string|null}
             */
            source: "welcome" | "pack" | "plan" | "referral" | "grant" | "code" | null;
            /** @description The run. */
            generation: {
                id: components["schemas"]["Id"];
                type: components["schemas"]["Kind"];
                /** @description The title; null without one. */
                title: string | null;
                prompt: components["schemas"]["Prompt"];
                /** @description Whether it was deleted. */
                deleted: boolean;
                /** @description Its token entries in chronological order. */
                receipt: components["schemas"]["ReceiptLine"][];
            } | null;
            /** @description The order that bought these tokens or whose refund reversed them. */
            order?: {
                id: components["schemas"]["Id"];
                /**
                 * @description The kind.
                 * @enum {string}
                 */
                kind: "pack" | "plan";
                /** @description The name of what is bought or listed. */
                item: string;
            } | null;
            /** @description Why. */
            reason: string | null;
            created_at: components["schemas"]["CreatedAt"];
        };
        TokenEntryPage: {
            /** @description The entries. */
            items: components["schemas"]["TokenEntry"][];
            next_cursor: components["schemas"]["NextCursor"];
        };
        TokenLot: {
            id: components["schemas"]["Id"];
            /**
             * @description Where it comes from.
             * @enum {string}
             */
            source: "welcome" | "pack" | "plan" | "referral" | "grant" | "code";
            /** @description The amount: tokens, or minor units of the currency. */
            amount: number;
            /** @description What is left. */
            remaining: number;
            /**
             * Format: date-time
             * @description When it ends; null if it does not.
             */
            expires_at: string | null;
            created_at: components["schemas"]["CreatedAt"];
        };
        TokenPacks: {
            /** @description The version of the prices; older servers omit it. Default: `0`. */
            version?: number;
            /** @description False without a payment provider: prices are shown, but nothing can be bought. */
            purchasable: boolean;
            currencies?: components["schemas"]["Currencies"];
            /** @description Accepted currencies; empty if nothing can be bought. */
            payable_in: string[];
            /** @description Whether payments are simulated. */
            test: boolean;
            /** @description The entries. */
            items: {
                /** @description The id. */
                id: string;
                /** @description Tokens. */
                tokens: number;
                /** @description The prices. */
                prices: components["schemas"]["Money"][];
            }[];
        };
        /** @description Whole tokens that left the balance: a started token counts for the run that started it. */
        Tokens: number;
        TokensEvent: {
            available: components["schemas"]["Available"];
            /** @description Tokens that are reserved by unfinished runs. */
            held: number;
        };
        /** @description The exact cost in thousandths of a token. */
        TokensMilli: number;
        /** @description A call of a tool. `input`: the JSON that the model wrote, verbatim, also when it is broken. */
        ToolCall: {
            /** @description The id. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description What goes in. */
            input: string;
        };
        /** @description The result of a program's tool, which the run answers. */
        ToolResult: {
            /** @description The call that it answers. */
            id: string;
            /** @description The name of the tool. */
            name: string;
            /** @description The arguments of the call as the model wrote them, if they came with the result; null if the call is one of the parent's. */
            input: string | null;
            /** @description The text of the result; with a run, its first 2,000 characters. */
            text: string;
            /** @description The characters of the whole text. */
            length: number;
            /** @description Whether the tool failed. */
            failed: boolean;
            /** @description The files of the result. */
            inputs: components["schemas"]["Input"][];
        };
        ToolResults: {
            /** @description The entries. */
            items: components["schemas"]["ToolResult"][];
        };
        Tools: {
            /** @description Whether people may call the tools by a name after a slash. Default: `false`. */
            commands?: boolean;
            /** @description The tools that the operator offers the person. */
            items: {
                /** @description The name. */
                name: components["schemas"]["StudioTool"];
                /** @description The title. */
                title: string;
                description: components["schemas"]["Description"];
                /** @description Whether the assistant of the conversation may use it. */
                on: boolean;
                /** @description Model tokens that its definition adds to each request, about. */
                model_tokens: number;
            }[];
            /** @description The standing answers to calls in the conversation, by what they make. `allow`: they start without asking, within the allowance. Default: `[]`. */
            rules?: {
                /**
                 * @description What the call makes.
                 * @enum {string}
                 */
                makes: "picture" | "video" | "speech" | "music" | "edit" | "cut_out" | "enlarge" | "extend" | "transcribe" | "recipe";
                /**
                 * @description `allow`: such calls start without asking, within the allowance; `never`: they are refused.
                 * @enum {string}
                 */
                rule: "allow" | "never";
            }[];
            /** @description The most that the conversation may spend without a press, and how much it has spent so, in thousandths of a token. */
            allowance: {
                /** @description The most, in thousandths of a token. */
                limit_milli: number;
                /** @description What has been spent, in thousandths of a token. */
                used_milli: number;
            };
        };
        Transcript: {
            /** @description The text. */
            text: string;
            /** @description The recognized language as the model names it, usually an ISO 639 code; null if it names none. */
            language: string | null;
            /** @description Empty if the model reports no times. */
            segments: components["schemas"]["Segment"][];
        };
        /** @description A keyword-based model's reading of the prompt, in the caller's language and the prompt's order. */
        Understood: {
            /** @description Everything that has an effect. */
            used: string[];
            /** @description Those that are seen or heard in the result; the others set the mood. */
            shown: string[];
            /** @description Words without an effect. */
            ignored: string[];
            /** @description The words of the prompt that were read, as written, in order. */
            terms: components["schemas"]["Term"][];
        };
        UpdateGeneration: {
            /** @description Whether it is marked as a favorite. */
            favorite?: boolean;
            /** @description The title; null without one. */
            title?: string | null;
        };
        /**
         * Format: date-time
         * @description When it was last changed.
         */
        UpdatedAt: string;
        /** @description `POST /v1/uploads`, form data: one `file`. */
        Upload: {
            id: components["schemas"]["Id"];
            /** @description The kind. */
            type: components["schemas"]["FileKind"];
            /** @description The name of the file as it was sent; null without one. Default: `null`. */
            name?: string | null;
            /** @description Signed URL, valid for a few hours. */
            url: string;
            /** @description The media type, such as `image/png`. */
            media_type: string;
            /** @description Size in bytes. */
            bytes: number;
            width: components["schemas"]["Width"];
            height: components["schemas"]["Height"];
            duration_ms: components["schemas"]["DurationMs"];
            /** @description Number of pages of a document. */
            pages: number | null;
            created_at: components["schemas"]["CreatedAt"];
        };
        /**
         * Format: uuid
         * @description The id of the upload.
         */
        UploadId: string;
        Voice: {
            /** @description The id. */
            id: string;
            /** @description The value of the option `voice`. */
            voice: string;
            /** @description The name. */
            name: string;
            /** @description The service whose models read in it. */
            service: string;
            /**
             * @description The state.
             * @enum {string}
             */
            status: "creating" | "ready" | "failed";
            /** @description Why it failed. */
            error: {
                /**
                 * @description A code for programs.
                 * @enum {string}
                 */
                code: "sample_refused" | "service_full" | "service_failed";
                detail: components["schemas"]["Detail"];
            } | null;
            /** @description A link to the recording; null if it was deleted. */
            sample_url: string | null;
            /** @description The agreement of the person whose voice it is. */
            consent: {
                /** @description The version. */
                version: string;
                locale: components["schemas"]["Locale"];
                at: components["schemas"]["At"];
            };
            created_at: components["schemas"]["CreatedAt"];
        };
        Voices: {
            /** @description The entries. */
            items: components["schemas"]["Voice"][];
            /** @description The number of voices that a person may have. */
            most: number;
            /** @description Tokens for a new voice. */
            price: number;
            /** @description Services at which voices can be cloned. A recording must be `min_seconds` long; no more than `max_seconds` are sent. */
            services: {
                /** @description The id. */
                id: string;
                /** @description The name. */
                name: string;
                /** @description The fewest seconds. */
                min_seconds: number;
                /** @description The most seconds. */
                max_seconds: number;
            }[];
            /** @description The text to agree to. */
            consent: {
                /** @description The version. */
                version: string;
                locale: components["schemas"]["Locale"];
                /** @description The text. */
                text: string;
            };
        };
        /** @description Null or absent takes the vote back. */
        Vote: {
            /**
             * Format: uuid
             * @description The run. Default: `null`.
             */
            generation_id?: string | null;
        };
        Webhook: {
            id: components["schemas"]["Id"];
            /** @description The address. */
            url: string;
            /** @description The events that are sent to it. */
            events: components["schemas"]["WebhookEvent"][];
            /** @description `tokens.low` is sent when fewer tokens than this are available. */
            tokens_below: number;
            /**
             * @description Why it is off: `person`: somebody switched it off; `failures`: no call has arrived for three days. Null while it is on.
             * @enum {string|null}
             */
            off: "person" | "failures" | null;
            /**
             * Format: date-time
             * @description Since when it is off.
             */
            off_at: string | null;
            /**
             * Format: date-time
             * @description Since when no call has arrived; null if the last one did.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description Until when calls are also signed with the old secret.
             */
            old_secret_until: string | null;
            /**
             * Format: uuid
             * @description The run to which it belongs, for the webhook of a single run.
             */
            generation_id: string | null;
            created_at: components["schemas"]["CreatedAt"];
        };
        /**
         * @description An event that an endpoint can ask for.
         * @enum {string}
         */
        WebhookEvent: "generation.succeeded" | "generation.failed" | "generation.canceled" | "chord.ended" | "comparison.ended" | "tokens.low" | "order.paid" | "approval.asked";
        Webhooks: {
            /** @description The entries. */
            items: components["schemas"]["Webhook"][];
            /** @description The number of endpoints that an account may have. */
            most: number;
        };
        /** @description Width in pixels; null if it has none. */
        Width: number | null;
        /** @description Labels of special values, for instance 0: "auto". */
        "X-labels": {
            [key: string]: string;
        };
    };
    responses: {
        /** @description `unknown_cursor` */
        400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `not_enough_tokens` */
        402: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `key_not_allowed`, `email_not_verified`, `over_run_limit`, `over_daily_limit`, `over_key_run_limit` */
        403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `not_found` */
        404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `too_many_voices`, `price_changed`, `idempotency_conflict` */
        409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `file_lost` */
        410: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `unsupported_media_type` */
        415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `range_not_satisfiable` */
        416: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `too_many_attempts`, `over_key_daily_limit`, `over_key_monthly_limit` */
        429: {
            headers: {
                "x-ratelimit-limit-requests": components["headers"]["x-ratelimit-limit-requests"];
                "x-ratelimit-remaining-requests": components["headers"]["x-ratelimit-remaining-requests"];
                "x-ratelimit-reset-requests": components["headers"]["x-ratelimit-reset-requests"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `unavailable`, `maintenance` */
        503: {
            headers: {
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description By the way the call is made: 421 `unknown_host` (the host); 400 `malformed_json`, 415 `unsupported_media_type` (a JSON body); 400 `body_incomplete`, 413 `payload_too_large` (any body); 429 `too_many_attempts` (calls that need a key or a session); 401 `unauthorized` (keys and sessions); 404 `not_found` (ids in the path, and calls of others); 422 `invalid_input` (what is sent); 403 `key_not_allowed` (the scope of a key). */
        Refused: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "x-ratelimit-limit-requests": components["headers"]["x-ratelimit-limit-requests"];
                "x-ratelimit-remaining-requests": components["headers"]["x-ratelimit-remaining-requests"];
                "x-ratelimit-reset-requests": components["headers"]["x-ratelimit-reset-requests"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description 500 `internal`, 503 `unavailable` */
        Failed: {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `unavailable` */
        503.2: {
            headers: {
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `too_many_webhooks` */
        409.2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `webhook_off` */
        409.3: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `key_not_allowed`, `model_not_allowed`, `key_model_not_allowed` */
        403.2: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `too_many_attempts`, `over_account_limit`, `over_key_daily_limit`, `over_key_monthly_limit`, `too_many_free_runs`, `too_many_waiting` */
        429.2: {
            headers: {
                "x-ratelimit-limit-requests": components["headers"]["x-ratelimit-limit-requests"];
                "x-ratelimit-remaining-requests": components["headers"]["x-ratelimit-remaining-requests"];
                "x-ratelimit-reset-requests": components["headers"]["x-ratelimit-reset-requests"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `key_not_allowed`, `email_not_verified`, `over_run_limit`, `over_daily_limit`, `over_key_run_limit`, `key_model_not_allowed`, `model_not_allowed`, `over_storage_limit` */
        403.3: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `price_changed`, `idempotency_conflict` */
        409.4: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `unavailable`, `model_unavailable`, `storage_full`, `maintenance` */
        503.3: {
            headers: {
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `not_cancelable`, `too_late_to_cancel` */
        409.5: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `not_retryable`, `nothing_to_make`, `price_changed`, `idempotency_conflict` */
        409.6: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `key_not_allowed`, `key_model_not_allowed` */
        403.4: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `too_many_films`, `idempotency_conflict` */
        409.7: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `film_changed` */
        409.8: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `film_changed`, `nothing_to_undo` */
        409.9: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `unavailable`, `model_unavailable` */
        503.4: {
            headers: {
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `key_not_allowed`, `email_not_verified`, `over_run_limit`, `over_daily_limit`, `over_key_run_limit`, `key_model_not_allowed`, `model_not_allowed`, `over_storage_limit`, `content_blocked` */
        403.5: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `price_changed`, `idempotency_conflict`, `nothing_to_make`, `film_changed` */
        "409.10": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `too_many_films` */
        409.11: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `key_not_allowed`, `over_storage_limit`, `content_blocked` */
        403.6: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `unavailable`, `storage_full` */
        503.5: {
            headers: {
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `too_many_uploads` */
        409.12: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `key_not_allowed`, `content_blocked` */
        403.7: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `price_changed`, `idempotency_conflict`, `too_many_uploads` */
        409.13: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `key_not_allowed`, `content_blocked`, `over_storage_limit` */
        403.8: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `unavailable`, `storage_unavailable` */
        503.6: {
            headers: {
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description `unavailable`, `not_ready` */
        503.7: {
            headers: {
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Received; any 2xx is. */
        Received: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Not received; the call is tried again. */
        NotReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /** @description Comma-separated or repeated. */
        type__in: ("video" | "image" | "audio" | "text")[];
        /** @description The id. */
        id: string;
        /** @description The most entries of a page. */
        limit: number;
        /** @description Continues a list: the `next_cursor` of the page before. */
        cursor: string;
        /** @description `wait=N`: answer when the runs have ended, at the latest after N seconds (at most 60), then with their state. `Preference-Applied` names the seconds. The wait ends with the connection; the runs go on. */
        Prefer: string;
        /** @description A second request with the same key is answered with what the first one started, and runs nothing. */
        "Idempotency-Key": string;
        /** @description Words to search for. */
        q: string;
        /** @description Only this conversation. */
        thread: string;
        /** @description Seconds to wait for the end of the run, from 0 to 60; after them the answer has its state. */
        wait: number;
        /** @description The revision that the change was made for; if the film has another one, the answer is `film_changed`. */
        "If-Match": string;
        /** @description The secret part of the link. */
        link: string;
        /** @description The recipe. */
        recipe: string;
        /** @description The id of the call, the same at each try: a call may arrive more than once. */
        "webhook-id": string;
        /** @description The time of the try, in seconds since 1970. */
        "webhook-timestamp": string;
        /** @description `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, by the secret of the endpoint; several, separated by spaces, while a secret is replaced. */
        "webhook-signature": string;
    };
    requestBodies: never;
    headers: {
        /** @description The id of the request, as in the log of the server. */
        "x-request-id": string;
        /** @description Calls that the caller may make in a period. */
        "x-ratelimit-limit-requests": number;
        /** @description Calls that are left of them. */
        "x-ratelimit-remaining-requests": number;
        /** @description Time until the count starts again, such as `42s`. */
        "x-ratelimit-reset-requests": string;
        /** @description Seconds to wait before the next attempt. */
        "retry-after": number;
        /** @description `true` if an earlier request with the same key did what this one asks for. */
        "idempotent-replayed": string;
        /** @description The seconds that the call waited at most, such as `wait=30`. */
        "preference-applied": string;
        /** @description The address that the browser is redirected to. */
        location: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getOwnKey: {
        parameters: {
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnKey"];
                };
            };
            404: components["responses"]["404"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listModels: {
        parameters: {
            query?: {
                /** @description Comma-separated or repeated. */
                type__in?: components["parameters"]["type__in"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Model"][];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listVoices: {
        parameters: {
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voices"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createVoice: {
        parameters: {
            header?: {
                /** @description A second request with the same key is answered with the first one’s voice and makes no other. */
                "Idempotency-Key"?: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "service": "text",
                 *       "name": "text",
                 *       "upload_id": "0198e5b4-7c1a-7d6e-9a53-1f2c8b6a4e10",
                 *       "consent": {
                 *         "version": "2026-11-26",
                 *         "locale": "en"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateVoice"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voice"];
                };
            };
            402: components["responses"]["402"];
            403: components["responses"]["403"];
            409: components["responses"]["409"];
            429: components["responses"]["429"];
            503: components["responses"]["503"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteVoice: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    renameVoice: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "text"
                 *     }
                 */
                "application/json": components["schemas"]["EditVoice"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Voice"];
                };
            };
            503: components["responses"]["503.2"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getVoiceSample: {
        parameters: {
            path: {
                /** @description Who runs the model, or takes the payment, or signs people in. */
                provider: string;
                /** @description The voice. */
                voice: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/mpeg": unknown;
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description The webhook of this run instead of those of the account. */
                generation?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createWebhook: {
        parameters: {
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/quartet",
                 *       "events": [
                 *         "generation.succeeded",
                 *         "generation.failed"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhook"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
            409: components["responses"]["409.2"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteWebhook: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    changeWebhook: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ChangeWebhook"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    rollSecret: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["RollSecret"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    testWebhook: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            409: components["responses"]["409.3"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The most entries of a page. */
                limit?: components["parameters"]["limit"];
                /** @description Continues a list: the `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
            400: components["responses"]["400"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    resendDelivery: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
                /** @description The id of the call of a webhook. */
                delivery: string;
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            409: components["responses"]["409.3"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    quoteGeneration: {
        parameters: {
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "sketch-image",
                 *       "prompt": "sunset over a mountain lake"
                 *     }
                 */
                "application/json": components["schemas"]["Quote"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuoteAnswer"];
                };
            };
            403: components["responses"]["403.2"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listGenerations: {
        parameters: {
            query?: {
                /** @description The most entries of a page. */
                limit?: components["parameters"]["limit"];
                /** @description Continues a list: the `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                /** @description Comma-separated or repeated. */
                type__in?: components["parameters"]["type__in"];
                /** @description Works that show an image: images, and answers with images. */
                shows?: "image";
                /** @description Comma-separated or repeated. */
                status__in?: ("queued" | "running" | "succeeded" | "failed" | "canceled")[];
                /** @description Words to search for. */
                q?: components["parameters"]["q"];
                /** @description Whether it is marked as a favorite. */
                favorite?: components["schemas"]["Flag"];
                /** @description Only this conversation. */
                thread?: components["parameters"]["thread"];
                /** @description Comma-separated or repeated. */
                model__in?: string[];
                /** @description Only what is in this folder. */
                collection?: string;
                /** @description The takes of this film. Without it, of the runs for films only those that make the whole film are listed. */
                film?: string;
                /** @description Made at or after this time. */
                from?: string;
                /** @description Made before this time. */
                to?: string;
                /** @description Works in the trash instead of those in the library. */
                trash?: components["schemas"]["Flag"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GenerationPage"];
                };
            };
            400: components["responses"]["400"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createGeneration: {
        parameters: {
            header?: {
                /** @description `wait=N`: answer when the runs have ended, at the latest after N seconds (at most 60), then with their state. `Preference-Applied` names the seconds. The wait ends with the connection; the runs go on. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description A second request with the same key is answered with what the first one started, and runs nothing. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "sketch-image",
                 *       "prompt": "sunset over a mountain lake",
                 *       "options": {
                 *         "seed": 7
                 *       },
                 *       "max_price": 10
                 *     }
                 */
                "application/json": components["schemas"]["CreateGeneration"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Generation"];
                };
            };
            402: components["responses"]["402"];
            403: components["responses"]["403.3"];
            409: components["responses"]["409.4"];
            429: components["responses"]["429.2"];
            503: components["responses"]["503.3"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    watchGenerations: {
        parameters: {
            query?: {
                /** @description Whether the stream begins with the runs of the last minute, besides the unfinished ones. By default for a session, not for a key. */
                recent?: components["schemas"]["Flag"];
            };
            header?: {
                /** @description Goes on after this event. */
                "Last-Event-ID"?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["SentGeneration"] | components["schemas"]["SentText"] | components["schemas"]["SentThinking"] | components["schemas"]["SentTokens"] | components["schemas"]["SentRun_requests"] | components["schemas"]["SentFilm"] | components["schemas"]["SentTool_call"] | components["schemas"]["SentEnd"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    watchGeneration: {
        parameters: {
            header?: {
                /** @description The last event that the client received. The stream begins with the state, which contains what was missed. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["SentGeneration"] | components["schemas"]["SentText"] | components["schemas"]["SentThinking"] | components["schemas"]["SentEndOfWatchGeneration"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getGeneration: {
        parameters: {
            query?: {
                /** @description Seconds to wait for the end of the run, from 0 to 60; after them the answer has its state. */
                wait?: components["parameters"]["wait"];
            };
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Generation"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteGeneration: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    updateGeneration: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "favorite": true,
                 *       "title": "A quiet evening"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateGeneration"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Generation"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getTranscript: {
        parameters: {
            query?: {
                /** @description The format of the answer. */
                format?: "json" | "srt" | "vtt" | "txt";
            };
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transcript"];
                    "text/plain": string;
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getToolResults: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ToolResults"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getThinking: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Thinking"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    restoreGeneration: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Generation"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    cancelGeneration: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Generation"];
                };
            };
            409: components["responses"]["409.5"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    retryGeneration: {
        parameters: {
            header?: {
                /** @description `wait=N`: answer when the runs have ended, at the latest after N seconds (at most 60), then with their state. `Preference-Applied` names the seconds. The wait ends with the connection; the runs go on. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description A second request with the same key is answered with what the first one started, and runs nothing. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "max_price": 10
                 *     }
                 */
                "application/json": components["schemas"]["RetryGeneration"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Generation"];
                };
            };
            402: components["responses"]["402"];
            403: components["responses"]["403.3"];
            409: components["responses"]["409.6"];
            429: components["responses"]["429.2"];
            503: components["responses"]["503.3"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listRunRequests: {
        parameters: {
            query?: {
                /** @description The most entries of a page. */
                limit?: components["parameters"]["limit"];
                /** @description Continues a list: the `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                /** @description Only requests in this state. */
                status?: "open" | "allowed" | "refused" | "expired" | "ended";
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunRequestPage"];
                };
            };
            400: components["responses"]["400"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getRunRequest: {
        parameters: {
            query?: {
                /** @description Seconds to wait for the end of the run, from 0 to 60; after them the answer has its state. */
                wait?: components["parameters"]["wait"];
            };
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunRequest"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    quoteChord: {
        parameters: {
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "sunset over a mountain lake"
                 *     }
                 */
                "application/json": components["schemas"]["ChordQuote"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChordQuoteAnswer"];
                };
            };
            403: components["responses"]["403.4"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listChords: {
        parameters: {
            query?: {
                /** @description The most entries of a page. */
                limit?: components["parameters"]["limit"];
                /** @description Continues a list: the `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChordPage"];
                };
            };
            400: components["responses"]["400"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createChord: {
        parameters: {
            header?: {
                /** @description `wait=N`: answer when the runs have ended, at the latest after N seconds (at most 60), then with their state. `Preference-Applied` names the seconds. The wait ends with the connection; the runs go on. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description A second request with the same key is answered with what the first one started, and runs nothing. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "sunset over a mountain lake",
                 *       "parts": [
                 *         "image",
                 *         "video",
                 *         "music"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateChord"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chord"];
                };
            };
            402: components["responses"]["402"];
            403: components["responses"]["403.3"];
            409: components["responses"]["409.4"];
            429: components["responses"]["429.2"];
            503: components["responses"]["503.3"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getChord: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chord"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    splitScript: {
        parameters: {
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "INT. LIGHTHOUSE - NIGHT\n\nA keeper climbs the stairs.\n\nKEEPER\nWho is there?",
                 *       "language": "en",
                 *       "seconds": 15
                 *     }
                 */
                "application/json": components["schemas"]["SplitScript"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SplitScriptAnswer"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listFilms: {
        parameters: {
            query?: {
                /** @description Films in the trash instead of the others. */
                trash?: components["schemas"]["Flag"];
                /** @description The most entries of a page. */
                limit?: components["parameters"]["limit"];
                /** @description Continues a list: the `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilmPage"];
                };
            };
            400: components["responses"]["400"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createFilm: {
        parameters: {
            header?: {
                /** @description A second request with the same key is answered with the first one’s film and creates no other. */
                "Idempotency-Key"?: string;
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "script": {
                 *         "text": "INT. LIGHTHOUSE - NIGHT\n\nA keeper climbs the stairs.",
                 *         "language": "en"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateFilm"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Film"];
                };
            };
            409: components["responses"]["409.7"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getFilm: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Film"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteFilm: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    changeFilm: {
        parameters: {
            header?: {
                /** @description The revision that the change was made for; if the film has another one, the answer is `film_changed`. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "document": {
                 *         "shots": {
                 *           "abcdef": {
                 *             "action": "A fox waits at the door.",
                 *             "seconds": 4
                 *           }
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ChangeFilm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilmChanged"];
                };
            };
            409: components["responses"]["409.8"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    undoFilm: {
        parameters: {
            header?: {
                /** @description The revision that the change was made for; if the film has another one, the answer is `film_changed`. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilmChanged"];
                };
            };
            409: components["responses"]["409.9"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    redoFilm: {
        parameters: {
            header?: {
                /** @description The revision that the change was made for; if the film has another one, the answer is `film_changed`. */
                "If-Match"?: components["parameters"]["If-Match"];
            };
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilmChanged"];
                };
            };
            409: components["responses"]["409.9"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listFilmChanges: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilmChanges"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    quoteFilm: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "what": "animatic"
                 *     }
                 */
                "application/json": components["schemas"]["QuoteFilm"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilmQuote"];
                };
            };
            403: components["responses"]["403.2"];
            503: components["responses"]["503.4"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    makeFilm: {
        parameters: {
            header?: {
                /** @description `wait=N`: answer when the runs have ended, at the latest after N seconds (at most 60), then with their state. `Preference-Applied` names the seconds. The wait ends with the connection; the runs go on. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description A second request with the same key is answered with what the first one started, and runs nothing. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "what": "animatic",
                 *       "max_price": 8
                 *     }
                 */
                "application/json": components["schemas"]["MakeFilm"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilmMake"];
                };
            };
            402: components["responses"]["402"];
            403: components["responses"]["403.5"];
            409: components["responses"]["409.10"];
            429: components["responses"]["429.2"];
            503: components["responses"]["503.3"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    cancelMake: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
                /** @description The make of a film. */
                make: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelMake"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listFilmTakes: {
        parameters: {
            query: {
                /** @description The name of the part. */
                part: string;
                /** @description The most entries of a page. */
                limit?: components["parameters"]["limit"];
                /** @description Continues a list: the `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilmTakes"];
                };
            };
            400: components["responses"]["400"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    restoreFilm: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Film"];
                };
            };
            409: components["responses"]["409.11"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    quoteComparison: {
        parameters: {
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "a haiku about the sea",
                 *       "models": [
                 *         "sketch-text",
                 *         "openai/gpt-6-luna"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ComparisonQuote"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComparisonQuoteAnswer"];
                };
            };
            403: components["responses"]["403.4"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listComparisons: {
        parameters: {
            query?: {
                /** @description The most entries of a page. */
                limit?: components["parameters"]["limit"];
                /** @description Continues a list: the `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComparisonPage"];
                };
            };
            400: components["responses"]["400"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createComparison: {
        parameters: {
            header?: {
                /** @description `wait=N`: answer when the runs have ended, at the latest after N seconds (at most 60), then with their state. `Preference-Applied` names the seconds. The wait ends with the connection; the runs go on. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description A second request with the same key is answered with what the first one started, and runs nothing. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "prompt": "a haiku about the sea",
                 *       "models": [
                 *         "sketch-text",
                 *         "openai/gpt-6-luna"
                 *       ],
                 *       "blind": true
                 *     }
                 */
                "application/json": components["schemas"]["CreateComparison"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparison"];
                };
            };
            402: components["responses"]["402"];
            403: components["responses"]["403.3"];
            409: components["responses"]["409.4"];
            429: components["responses"]["429.2"];
            503: components["responses"]["503.3"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    readStandings: {
        parameters: {
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The name of the model. */
                        model: string;
                        type: components["schemas"]["Kind"];
                        /** @description How often it took part in a comparison. */
                        compared: number;
                        /** @description How often it was chosen. */
                        chosen: number;
                    }[];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getComparison: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparison"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    vote: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["Vote"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comparison"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getLibrary: {
        parameters: {
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LibrarySummary"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getOverview: {
        parameters: {
            query?: {
                /** @description The id or the details of a quote. Comma-separated or repeated. */
                quote?: string[];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getStorageUse: {
        parameters: {
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageUse"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    bulkGenerations: {
        parameters: {
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "0198e5b4-7c1a-7d6e-9a53-1f2c8b6a4e10"
                 *       ],
                 *       "action": "favorite"
                 *     }
                 */
                "application/json": components["schemas"]["Bulk"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAnswer"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    emptyTrash: {
        parameters: {
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAnswer"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    linkArchive: {
        parameters: {
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "0198e5b4-7c1a-7d6e-9a53-1f2c8b6a4e10"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["Archive"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchiveAnswer"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    downloadArchive: {
        parameters: {
            path: {
                /** @description The secret part of the link. */
                link: components["parameters"]["link"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listCollections: {
        parameters: {
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collections"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createCollection: {
        parameters: {
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "text"
                 *     }
                 */
                "application/json": components["schemas"]["EditCollection"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteCollection: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    renameCollection: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "text"
                 *     }
                 */
                "application/json": components["schemas"]["EditCollection"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Collection"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listThreads: {
        parameters: {
            query?: {
                /** @description The most entries of a page. */
                limit?: components["parameters"]["limit"];
                /** @description Continues a list: the `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                /** @description Words to search for. */
                q?: components["parameters"]["q"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadPage"];
                };
            };
            400: components["responses"]["400"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getThread: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Thread"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteThread: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    renameThread: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["EditThread"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Thread"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    restoreThread: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Thread"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listTools: {
        parameters: {
            query?: {
                /** @description Only this conversation. */
                thread?: components["parameters"]["thread"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tools"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listCalls: {
        parameters: {
            query?: {
                /** @description The most entries of a page. */
                limit?: components["parameters"]["limit"];
                /** @description Continues a list: the `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                /** @description The state. */
                state?: "asks" | "due" | "runs" | "done" | "failed" | "refused" | "stopped";
                /** @description The present step. */
                step?: string;
                /** @description The conversation of their answers. Their works come with them. */
                thread?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallPage"];
                };
            };
            400: components["responses"]["400"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getCall: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Call"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    createUpload: {
        parameters: {
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description A picture (PNG, JPEG, WebP, AVIF, still GIF), a sound, a video, a text in any encoding, a PDF or an office document (DOCX, XLSX, PPTX, ODT, ODS, ODP, EPUB, RTF; stored as its text), recognized by its content
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            403: components["responses"]["403.6"];
            409: components["responses"]["409.12"];
            415: components["responses"]["415"];
            503: components["responses"]["503.5"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getUpload: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deleteUpload: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listPrompts: {
        parameters: {
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recipes"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    savePrompt: {
        parameters: {
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "video",
                 *       "name": "text",
                 *       "text": "text"
                 *     }
                 */
                "application/json": components["schemas"]["EditRecipe"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recipe"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    deletePrompt: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    changePrompt: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ChangeRecipe"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recipe"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    linkRecipe: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["LinkRecipe"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recipe"];
                };
            };
            403: components["responses"]["403.7"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    unlinkRecipe: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listPublishedRecipes: {
        parameters: {
            query?: {
                /** @description Lists those that are published, of which there are no others. */
                published?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedRecipes"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    quoteRecipe: {
        parameters: {
            path: {
                /** @description The recipe. */
                recipe: components["parameters"]["recipe"];
            };
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["RecipeQuote"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuoteAnswer"];
                };
            };
            403: components["responses"]["403.2"];
            503: components["responses"]["503.4"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    runRecipe: {
        parameters: {
            header?: {
                /** @description `wait=N`: answer when the runs have ended, at the latest after N seconds (at most 60), then with their state. `Preference-Applied` names the seconds. The wait ends with the connection; the runs go on. */
                Prefer?: components["parameters"]["Prefer"];
                /** @description A second request with the same key is answered with what the first one started, and runs nothing. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The recipe. */
                recipe: components["parameters"]["recipe"];
            };
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["RunRecipe"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "idempotent-replayed": components["headers"]["idempotent-replayed"];
                    "preference-applied": components["headers"]["preference-applied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Generation"];
                };
            };
            402: components["responses"]["402"];
            403: components["responses"]["403.5"];
            409: components["responses"]["409.13"];
            429: components["responses"]["429.2"];
            503: components["responses"]["503.3"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    copyRecipe: {
        parameters: {
            path: {
                /** @description The recipe. */
                recipe: components["parameters"]["recipe"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recipe"];
                };
            };
            403: components["responses"]["403.8"];
            409: components["responses"]["409.12"];
            503: components["responses"]["503.5"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getFile: {
        parameters: {
            query?: {
                /** @description Part of a signed link. */
                expires?: string;
                /** @description Part of a signed link to a work in the trash. */
                trashed?: string;
                /** @description Part of a signed link, or a signature. */
                signature?: string;
                /** @description If present, the browser saves the file instead of showing it. */
                download?: string;
            };
            header?: {
                /** @description One range of bytes */
                Range?: string;
                /** @description The ETag of an earlier answer */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            /** @description The range of bytes that was asked for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            /** @description The file is delivered by its storage, if the server is set up so */
            302: {
                headers: {
                    location: components["headers"]["location"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not changed since the earlier answer */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            410: components["responses"]["410"];
            416: components["responses"]["416"];
            503: components["responses"]["503.6"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getShare: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShareAnswer"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    editShare: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["EditShare"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Share"];
                };
            };
            403: components["responses"]["403.7"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    takeBackShare: {
        parameters: {
            path: {
                /** @description The id. */
                id: components["parameters"]["id"];
            };
        };
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getBalance: {
        parameters: {
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listTokenEntries: {
        parameters: {
            query?: {
                /** @description The most entries of a page. */
                limit?: components["parameters"]["limit"];
                /** @description Continues a list: the `next_cursor` of the page before. */
                cursor?: components["parameters"]["cursor"];
                /** @description Comma-separated or repeated. */
                kind__in?: ("grant" | "hold" | "settle" | "release" | "expire" | "refund" | "debt" | "repay")[];
                /** @description Words of the title, the prompt or the result of a run. */
                q?: string;
                /** @description Start and exclusive end. A day without a time is in the person's time zone; the last day is included. */
                from?: string;
                /** @description The last day or the latest time; of an email, the recipient. */
                to?: string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenEntryPage"];
                };
            };
            400: components["responses"]["400"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    downloadLedger: {
        parameters: {
            path: {
                /** @description The secret part of the link. */
                link: components["parameters"]["link"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listTokenPacks: {
        parameters: {
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenPacks"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    listPlans: {
        parameters: {
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plans"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getStatistics: {
        parameters: {
            query?: {
                /** @description The number of days up to `to`, as an alternative to `from`. */
                days?: number;
                /** @description The first day or the earliest time. */
                from?: string;
                /** @description The last day or the latest time; of an email, the recipient. */
                to?: string;
                /** @description The length of one interval. */
                bucket?: "day" | "week" | "month";
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getHealth: {
        parameters: {
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    getReadiness: {
        parameters: {
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        ok: true;
                    };
                };
            };
            503: components["responses"]["503.7"];
            "4XX": components["responses"]["Refused"];
            "5XX": components["responses"]["Failed"];
        };
    };
    onGenerationSucceeded: {
        parameters: {
            header: {
                /** @description The id of the call, the same at each try: a call may arrive more than once. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description The time of the try, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, by the secret of the endpoint; several, separated by spaces, while a secret is replaced. */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "generation.succeeded";
                    timestamp: components["schemas"]["At"];
                    /** @description What happened. */
                    data: components["schemas"]["EndedRun"];
                };
            };
        };
        responses: {
            204: components["responses"]["Received"];
            "4XX": components["responses"]["NotReceived"];
        };
    };
    onGenerationFailed: {
        parameters: {
            header: {
                /** @description The id of the call, the same at each try: a call may arrive more than once. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description The time of the try, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, by the secret of the endpoint; several, separated by spaces, while a secret is replaced. */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "generation.failed";
                    timestamp: components["schemas"]["At"];
                    /** @description What happened. */
                    data: components["schemas"]["EndedRun"];
                };
            };
        };
        responses: {
            204: components["responses"]["Received"];
            "4XX": components["responses"]["NotReceived"];
        };
    };
    onGenerationCanceled: {
        parameters: {
            header: {
                /** @description The id of the call, the same at each try: a call may arrive more than once. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description The time of the try, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, by the secret of the endpoint; several, separated by spaces, while a secret is replaced. */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "generation.canceled";
                    timestamp: components["schemas"]["At"];
                    /** @description What happened. */
                    data: components["schemas"]["EndedRun"];
                };
            };
        };
        responses: {
            204: components["responses"]["Received"];
            "4XX": components["responses"]["NotReceived"];
        };
    };
    onChordEnded: {
        parameters: {
            header: {
                /** @description The id of the call, the same at each try: a call may arrive more than once. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description The time of the try, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, by the secret of the endpoint; several, separated by spaces, while a secret is replaced. */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "chord.ended";
                    timestamp: components["schemas"]["At"];
                    /** @description What happened. */
                    data: {
                        id: components["schemas"]["Id"];
                        /** @description The parts. */
                        parts: {
                            id: components["schemas"]["Id"];
                            part: components["schemas"]["Part"];
                            status: components["schemas"]["GenerationStatus"];
                        }[];
                    };
                };
            };
        };
        responses: {
            204: components["responses"]["Received"];
            "4XX": components["responses"]["NotReceived"];
        };
    };
    onComparisonEnded: {
        parameters: {
            header: {
                /** @description The id of the call, the same at each try: a call may arrive more than once. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description The time of the try, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, by the secret of the endpoint; several, separated by spaces, while a secret is replaced. */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "comparison.ended";
                    timestamp: components["schemas"]["At"];
                    /** @description What happened. */
                    data: {
                        id: components["schemas"]["Id"];
                        /** @description How many runs. */
                        runs: {
                            id: components["schemas"]["Id"];
                            /** @description The name of the model. */
                            model: string;
                            status: components["schemas"]["GenerationStatus"];
                        }[];
                    };
                };
            };
        };
        responses: {
            204: components["responses"]["Received"];
            "4XX": components["responses"]["NotReceived"];
        };
    };
    onTokensLow: {
        parameters: {
            header: {
                /** @description The id of the call, the same at each try: a call may arrive more than once. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description The time of the try, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, by the secret of the endpoint; several, separated by spaces, while a secret is replaced. */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "tokens.low";
                    timestamp: components["schemas"]["At"];
                    /** @description What happened. */
                    data: {
                        available: components["schemas"]["Available"];
                        /** @description The limit that the balance has fallen below. */
                        below: number;
                    };
                };
            };
        };
        responses: {
            204: components["responses"]["Received"];
            "4XX": components["responses"]["NotReceived"];
        };
    };
    onOrderPaid: {
        parameters: {
            header: {
                /** @description The id of the call, the same at each try: a call may arrive more than once. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description The time of the try, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, by the secret of the endpoint; several, separated by spaces, while a secret is replaced. */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "order.paid";
                    timestamp: components["schemas"]["At"];
                    /** @description What happened. */
                    data: {
                        id: components["schemas"]["Id"];
                        /**
                         * @description The kind.
                         * @enum {string}
                         */
                        kind: "pack" | "plan";
                        /** @description The name of what is bought or listed. */
                        item: string;
                        /** @description Tokens. */
                        tokens: number;
                        /** @description The amount: tokens, or minor units of the currency. */
                        amount: number;
                        /** @description The currency, such as `USD`. */
                        currency: string;
                    };
                };
            };
        };
        responses: {
            204: components["responses"]["Received"];
            "4XX": components["responses"]["NotReceived"];
        };
    };
    onApprovalAsked: {
        parameters: {
            header: {
                /** @description The id of the call, the same at each try: a call may arrive more than once. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description The time of the try, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, by the secret of the endpoint; several, separated by spaces, while a secret is replaced. */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "approval.asked";
                    timestamp: components["schemas"]["At"];
                    /** @description What happened. */
                    data: components["schemas"]["ApprovalAsked"];
                };
            };
        };
        responses: {
            204: components["responses"]["Received"];
            "4XX": components["responses"]["NotReceived"];
        };
    };
    onWebhookTest: {
        parameters: {
            header: {
                /** @description The id of the call, the same at each try: a call may arrive more than once. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description The time of the try, in seconds since 1970. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the HMAC-SHA256 of `id.timestamp.body` in base64, by the secret of the endpoint; several, separated by spaces, while a secret is replaced. */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The event.
                     * @constant
                     */
                    type: "webhook.test";
                    timestamp: components["schemas"]["At"];
                    /** @description What happened. */
                    data: {
                        /**
                         * Format: uuid
                         * @description The endpoint.
                         */
                        webhook_id: string;
                    };
                };
            };
        };
        responses: {
            204: components["responses"]["Received"];
            "4XX": components["responses"]["NotReceived"];
        };
    };
}
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
