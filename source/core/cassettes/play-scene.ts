import type {JsonObject, JsonValue} from '../../domain/json.ts';
import {sleep} from '../../support/sleep.ts';
import type {FindMode} from './find-scene.ts';
import type {PlayOrder} from './play-order.ts';
import type {ReplayLine} from './replay-line.ts';
import {
	type Asked,
	differenceOfReplies,
	greeting,
	isQuiet,
	missingAnswer,
	retarget,
	unansweredReason,
} from './replay-messages.ts';
import type {Scene, SceneItem} from './server-scenes.ts';

export type PlayOptions = {
	readonly mode: FindMode;
	readonly order: PlayOrder;
	/** Milliseconds: what took longer is played as if it had taken so long. */
	readonly longestWait: number;
	/** Takes secrets out of what a client sends, as they were taken out of the cassette. */
	readonly clean: <Value>(value: Value) => Value;
};

/** A question of the server that the client answered when it was recorded. */
type Question = {readonly item: SceneItem; readonly reply: Promise<JsonObject | undefined>};

/** Says everything that the server said because of this message, until it is over or `signal` aborts. */
export const playScene = async (
	asked: Asked,
	scene: Scene,
	line: ReplayLine,
	{mode, order, longestWait, clean}: PlayOptions,
	signal: AbortSignal,
): Promise<void> => {
	const {method, id} = asked;
	const isCall = method === 'tools/call';
	let isOver = id === undefined;
	let questions: readonly Question[] = [];
	/** Under which ids questions are asked now, by those that they had. */
	const ids = new Map<JsonValue, string>();

	const fail = async (why: string): Promise<void> => {
		if (id !== undefined) await line.send(missingAnswer(asked, id, why, mode));
	};

	/** Nobody wants to wait again until a server has started. */
	const pause = async (item: SceneItem, before: SceneItem | undefined): Promise<void> => {
		// Some clients lose what they are told together with the answer, however close together it came.
		const isClose = mode === 'mock' && item.kind === 'answer' && before?.kind === 'notification';
		const wait = isCall || isOver ? Math.min(isClose ? longestWait : item.after, longestWait) : 0;
		if (wait > 0) await sleep(wait, signal);
		if (isCall && !isOver) await order.turn(scene.place, item.place, signal);
	};

	/** Waits for what the server knew before it went on; why it cannot have gone on like this, if so. */
	const hear = async (place: number): Promise<string | undefined> => {
		const due = questions.filter(({item}) => (item.repliedAt ?? place) < place);
		questions = questions.filter(question => !due.includes(question));
		for (const {item, reply} of due) {
			const given = await reply;
			const difference = given === undefined ? undefined : differenceOfReplies(item, clean(given));
			if (difference !== undefined) return difference;
		}
		return undefined;
	};

	const say = async (item: SceneItem): Promise<void> => {
		if (item.kind === 'answer') {
			if (id !== undefined) await line.send(greeting(asked, {...item.message, id}));
			isOver = true;
			order.leave(scene.place);
			return;
		}
		const message = retarget(item.message, scene, asked, ids);
		if (message === undefined) return;
		if (item.kind === 'notification') {
			await line.send(message);
			return;
		}
		const question = line.ask(message, signal);
		ids.set(item.message.id ?? null, question.id);
		questions = [...questions, {item, reply: question.reply}];
	};

	for (const [index, item] of scene.items.entries()) {
		await pause(item, scene.items[index - 1]);
		const difference = await hear(item.place);
		if (signal.aborted) return;
		if (difference !== undefined) {
			await fail(difference);
			return;
		}
		await say(item);
	}
	if (!isOver && !isQuiet(method)) await fail(unansweredReason(scene));
};
