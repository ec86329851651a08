import type {Schedule} from '../../domain/ports.ts';
import type {Background} from '../theme/palettes.ts';

export type BackgroundWatch = {
	/** The keyboard without what the terminal answers. */
	readonly stdin: NodeJS.ReadStream;
	/** Sends the question, where it makes sense. The terminal must not echo what is typed. */
	readonly ask: () => void;
	/** Undefined while nobody knows. */
	readonly background: () => Background | undefined;
	readonly subscribe: (listener: () => void) => () => void;
};

type WatchDeps = {
	readonly stdin: NodeJS.ReadStream;
	readonly stdout: Pick<NodeJS.WriteStream, 'write'>;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly now: () => number;
	readonly schedule: Schedule;
};

const question = '\u001B]11;?\u0007';
/** The answer, ended by BEL or ST. */
const answer = /\u001B\]11;([^\u0007\u001B]{0,64})(?:\u0007|\u001B\\)/g;
/** The beginning of one, at the end of what has arrived so far. */
const beginning = /\u001B(?:\](?:1(?:1(?:;[^\u0007\u001B]{0,64}\u001B?)?)?)?)?$/;
/** A terminal writes its answer at once; what comes later than this after its beginning was typed. */
const patience = 30;
/** How long a beginning is worth waiting for. */
const askedMilliseconds = 2000;

/** `rgb:ffff/ffff/ffff`, with one to four digits each. */
export const backgroundOf = (colour: string): Background | undefined => {
	const [, ...channels] = /^rgba?:([\da-f]{1,4})\/([\da-f]{1,4})\/([\da-f]{1,4})/i.exec(colour) ?? [];
	const [red, green, blue] = channels.map(digits => Number.parseInt(digits, 16) / (16 ** digits.length - 1));
	if (red === undefined || green === undefined || blue === undefined) {
		return undefined;
	}
	return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 ? 'light' : 'dark';
};

/** `15;0` or `15;default;0`: the colours of text and background, as some terminals say without being asked. */
const declared = (value = ''): Background | undefined => {
	const ground = /;(\d{1,2})$/.exec(value)?.[1];
	return ground === undefined ? undefined : ['7', '15'].includes(ground) ? 'light' : 'dark';
};

/** Terminals that show a question they do not know, or never answer it. */
const isMute = ({
	TERM: terminal = '',
	TMUX: tmux = '',
	WT_SESSION: windows = '',
}: WatchDeps['env']): boolean =>
	(windows === '' && terminal === '') ||
	['dumb', 'linux'].includes(terminal) ||
	(terminal.startsWith('screen') && tmux === '');

/** Asks the terminal for its background, and keeps the answer from whoever reads the keyboard. Nobody waits for it. */
export const watchBackground = ({stdin, stdout, env, now, schedule}: WatchDeps): BackgroundWatch => {
	const listeners = new Set<() => void>();
	let known = declared(env.COLORFGBG);
	let askedUntil = Number.NEGATIVE_INFINITY;
	const isAsked = (): boolean => now() < askedUntil;
	let held = '';
	let release: (() => void) | undefined;
	let isTyped = false;

	const learn = (ground: Background | undefined): void => {
		askedUntil = Number.NEGATIVE_INFINITY;
		if (ground !== undefined && ground !== known) {
			known = ground;
			for (const listener of listeners) {
				listener();
			}
		}
	};
	/** What is left without the answer. The beginning of one is held back until it is clear what it is. */
	const sift = (typed: string, encoding: 'utf8' | 'latin1'): string => {
		release?.();
		release = undefined;
		const text = held + typed;
		held = '';
		const rest = text.replace(answer, (_, colour: string) => {
			learn(backgroundOf(colour));
			return '';
		});
		const start = isAsked() && !isTyped ? rest.search(beginning) : -1;
		isTyped = false;
		if (start === -1) {
			return rest;
		}
		held = rest.slice(start);
		release = schedule(() => {
			const late = held;
			held = '';
			release = undefined;
			isTyped = true;
			stdin.unshift(late, encoding);
		}, patience);
		return rest.slice(0, start);
	};
	const read = (): unknown => {
		for (;;) {
			const chunk: unknown = stdin.read();
			const isText = typeof chunk === 'string';
			if (!isText && !Buffer.isBuffer(chunk)) {
				return chunk;
			}
			// One character for each byte, whatever they stand for.
			const typed = isText ? chunk : chunk.toString('latin1');
			const isTouched =
				held !== '' || (typed.includes('\u001B') && (isAsked() || typed.includes('\u001B]11;')));
			if (!isTouched) {
				return chunk;
			}
			const rest = sift(typed, isText ? 'utf8' : 'latin1');
			if (rest !== '') {
				return isText ? rest : Buffer.from(rest, 'latin1');
			}
		}
	};

	return {
		stdin: new Proxy(stdin, {
			get(target, property) {
				if (property === 'read') {
					return read;
				}
				const value: unknown = Reflect.get(target, property, target);
				return typeof value === 'function' ? value.bind(target) : value;
			},
		}),
		ask() {
			if (!isMute(env) && known === undefined) {
				askedUntil = now() + askedMilliseconds;
				stdout.write(question);
			}
		},
		background: () => known,
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
	};
};
