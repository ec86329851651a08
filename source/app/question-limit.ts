import type {Clock} from '../domain/ports.ts';

/** More than a person answers with thought; a server that asks more does not want answers. */
const maxRecent = 10;
const maxOpen = 3;
const windowMilliseconds = 60_000;

type Tally = {
	readonly open: number;
	/** When it asked within the last minute. */
	readonly recent: readonly number[];
	readonly isMuted: boolean;
	readonly toldAt: number;
};

const unknown: Tally = {open: 0, recent: [], isMuted: false, toldAt: Number.NEGATIVE_INFINITY};

export type QuestionLimit = {
	/** Lets a server ask: to be called when the question is over. Undefined when it may not ask now. */
	readonly take: (server: string) => (() => void) | undefined;
	/** From now on the server may not ask anything. */
	readonly mute: (server: string) => void;
};

/**
 * How much each server may ask: counted by its name, so that neither a new connection nor another way of asking
 * starts afresh. `tell` gets a sentence about each server that asks too much, once in a while.
 */
export const createQuestionLimit = (now: Clock, tell: (sentence: string) => void): QuestionLimit => {
	const tallies = new Map<string, Tally>();
	const change = (server: string, part: Partial<Tally>): void => {
		tallies.set(server, {...(tallies.get(server) ?? unknown), ...part});
	};
	return {
		take(server) {
			const time = now();
			const {open, recent, isMuted, toldAt} = tallies.get(server) ?? unknown;
			if (isMuted) {
				return undefined;
			}
			const isRecent = (at: number): boolean => at <= time && time - at < windowMilliseconds;
			const counted = recent.filter(isRecent);
			if (open >= maxOpen || counted.length >= maxRecent) {
				if (!isRecent(toldAt)) {
					change(server, {toldAt: time});
					tell(
						`${server} asks more than ${maxRecent} questions in a minute, or more than ${maxOpen} at a time: the rest is turned down.`,
					);
				}
				return undefined;
			}
			change(server, {open: open + 1, recent: [...counted, time]});
			return () => change(server, {open: Math.max(0, (tallies.get(server) ?? unknown).open - 1)});
		},
		mute: server => change(server, {isMuted: true}),
	};
};
