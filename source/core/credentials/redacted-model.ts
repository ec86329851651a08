import type {Model, ModelEvent, ModelRequest} from '../../domain/model.ts';
import type {Redactor} from '../../support/redactor.ts';

type Piece = Extract<ModelEvent, {type: 'text' | 'thinking'}>;

/**
 * An answer arrives in pieces, and a secret may be cut in two: the end of a piece that could be the beginning of one
 * waits for the next.
 */
const createPieces = ({redact, unsureEnd}: Redactor) => {
	let held: Piece | undefined;
	return {
		push: (piece: Piece): readonly Piece[] => {
			const isSame = held?.type === piece.type;
			const before = held === undefined || isSame ? [] : [{...held, text: redact(held.text)}];
			const whole = `${isSame ? (held?.text ?? '') : ''}${piece.text}`;
			const unsure = unsureEnd(whole);
			const sure = whole.slice(0, whole.length - unsure);
			held = unsure === 0 ? undefined : {...piece, text: whole.slice(sure.length)};
			return sure === '' ? before : [...before, {...piece, text: redact(sure)}];
		},
		flush: (): readonly Piece[] => {
			const rest = held;
			held = undefined;
			return rest === undefined ? [] : [{...rest, text: redact(rest.text)}];
		},
	};
};

async function* redactEvents(
	events: AsyncIterable<ModelEvent>,
	redactor: Redactor,
): AsyncGenerator<ModelEvent, void> {
	const pieces = createPieces(redactor);
	for await (const event of events) {
		if (event.type === 'text' || event.type === 'thinking') {
			yield* pieces.push(event);
			continue;
		}
		yield* pieces.flush();
		// What a call is given is for the server, which may need it; it is hidden where it is shown and saved.
		yield event.type === 'tool-call' ? event : redactor.redactAll(event);
	}
	yield* pieces.flush();
}

/**
 * What the user types may be a secret, too: a message, a reason, an edited result. The model's own answers stay as they
 * are: providers sign parts of them, and what arrived was looked at then.
 */
const redactRequest = ({messages, tools, ...rest}: ModelRequest, {redactAll}: Redactor): ModelRequest => ({
	...redactAll(rest),
	// Definitions were looked at when they came in.
	tools,
	messages: messages.map(message => (message.role === 'assistant' ? message : redactAll(message))),
});

/** A model that is told no secret, and whose answers repeat none, not even one that arrives in two pieces. */
export const redactModel = (model: Model, redactor: Redactor): Model => ({
	...model,
	stream: (request, signal) => redactEvents(model.stream(redactRequest(request, redactor), signal), redactor),
});
