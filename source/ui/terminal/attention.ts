import type {App} from '../../app/app.ts';
import type {NoticeWay} from '../../domain/look.ts';
import type {AppState} from '../../state/app-state.ts';
import {isInTmux, throughTmux} from './clipboard.ts';

type Env = Readonly<Record<string, string | undefined>>;

const name = 'mcp-tui';
/** Whoever waits for less has not gone away. */
const longTurnMilliseconds = 10_000;

/** What goes on, without a word of anybody else's. */
export const titleOf = ({asks, turn, compaction}: Pick<AppState, 'asks' | 'turn' | 'compaction'>): string => {
	if (asks.length > 0) {
		return `? ${name}`;
	}
	return turn === undefined && compaction === undefined ? name : `● ${name}`;
};

/** Whether the terminal has a title that a program may change. */
export const hasTitle = (env: Env, platform: string): boolean =>
	env.TERM === undefined || env.TERM === '' ? platform === 'win32' : !/^(?:dumb|linux)$/.test(env.TERM);

/** The others show no message for this sequence, or take it for something else. */
const showsMessages = (env: Env): boolean =>
	!isInTmux(env) &&
	(/^(?:iTerm\.app|WezTerm|ghostty)$/.test(env.TERM_PROGRAM ?? '') || (env.KITTY_WINDOW_ID ?? '') !== '');

/** What makes the terminal tell the user something that another window hides. */
export const noticeSequence = (text: string, way: NoticeWay, env: Env): string => {
	const message = `\u001B]9;${name}: ${text}\u0007`;
	switch (way === 'auto' ? (showsMessages(env) ? 'osc9' : 'bell') : way) {
		case 'none':
			return '';
		case 'bell':
			return '\u0007';
		default:
			return isInTmux(env) ? throughTmux(message) : message;
	}
};

type AttentionDeps = {
	readonly app: Pick<App, 'getState' | 'subscribe'>;
	readonly now: () => number;
	/** Whether our window has the keyboard, as far as anybody knows. */
	readonly isFocused: () => boolean;
	readonly setTitle: (title: string) => void;
	/** Tells the user, who looks at something else. */
	readonly notify: (text: string) => void;
};

/**
 * Says in the title what goes on, and calls the user back when a question waits or a long turn is over. Each
 * question calls once.
 */
export const watchForAttention = (deps: AttentionDeps): (() => void) => {
	const {app, now, isFocused, setTitle, notify} = deps;
	let title: string | undefined;
	let asked: ReadonlySet<string> = new Set();
	let turn: AppState['turn'];

	const follow = (): void => {
		const state = app.getState();
		const nextTitle = titleOf(state);
		if (nextTitle !== title) {
			title = nextTitle;
			setTitle(nextTitle);
		}
		const hasNewQuestion = state.asks.some(({askId}) => !asked.has(askId));
		asked = new Set(state.asks.map(({askId}) => askId));
		const before = turn;
		turn = state.turn;
		const isOver = before !== undefined && before.turnId !== turn?.turnId;
		if (isFocused()) {
			return;
		}
		if (hasNewQuestion) {
			notify('a question waits for you');
		} else if (isOver && now() - before.startedAt > longTurnMilliseconds) {
			notify('the answer is complete');
		}
	};
	follow();
	return app.subscribe(follow);
};
