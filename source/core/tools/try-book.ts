import type {Failure} from '../../domain/failure.ts';
import {isJsonObject, type JsonObject, type JsonValue} from '../../domain/json.ts';
import type {Clock, StateFile} from '../../domain/ports.ts';
import type {ToolRef} from '../../domain/tool.ts';
import type {SavedCall, ToolTry, TryBook} from '../../domain/tool-desk.ts';

type TryBookDeps = {
	readonly state: StateFile;
	/** Whether tries outlast the program. What is saved by name always does. */
	readonly keepsTries: boolean;
	/** Takes secrets out of what is written. */
	readonly redact: <Value>(value: Value) => Value;
	readonly now: Clock;
};

type Page = ToolRef & {readonly tries: readonly ToolTry[]; readonly saved: readonly SavedCall[]};
type Book = ReadonlyMap<string, Page>;

const mostTries = 20;
const mostSaved = 50;
const mostTools = 300;
/** Arguments that are longer than this are not worth a place in a file that is read as a whole. */
const longestArguments = 20_000;

const keyOf = ({server, tool}: ToolRef): string => JSON.stringify([server, tool]);
const emptyPage = ({server, tool}: ToolRef): Page => ({server, tool, tries: [], saved: []});

const isNumber = (value: JsonValue | undefined): value is number =>
	typeof value === 'number' && Number.isFinite(value);
const isText = (value: JsonValue | undefined): value is string => typeof value === 'string';
const listOf = (value: JsonValue | undefined): readonly JsonObject[] =>
	Array.isArray(value) ? value.filter(isJsonObject) : [];

const readTry = ({at, arguments: args, outcome, duration, note}: JsonObject): readonly ToolTry[] =>
	isNumber(at) &&
	isJsonObject(args) &&
	isNumber(duration) &&
	(outcome === 'succeeded' || outcome === 'failed' || outcome === 'cancelled')
		? [{at, arguments: args, outcome, duration, ...(isText(note) ? {note} : {})}]
		: [];

const readSaved = ({name, arguments: args, savedAt}: JsonObject): readonly SavedCall[] =>
	isText(name) && isJsonObject(args) && isNumber(savedAt) ? [{name, arguments: args, savedAt}] : [];

const readBook = ({tools}: JsonObject): Book =>
	new Map(
		listOf(tools).flatMap(({server, tool, tries, saved}) =>
			isText(server) && isText(tool)
				? [
						[
							keyOf({server, tool}),
							{
								server,
								tool,
								tries: listOf(tries).flatMap(readTry),
								saved: listOf(saved).flatMap(readSaved),
							},
						] as const,
					]
				: [],
		),
	);

const lastUse = ({tries, saved}: Page): number =>
	Math.max(0, ...tries.map(({at}) => at), ...saved.map(({savedAt}) => savedAt));

const writeBook = (content: JsonObject, book: Book): JsonObject => {
	const pages = [...book.values()].filter(({tries, saved}) => tries.length + saved.length > 0);
	// What was saved by name stays; of the rest the oldest go.
	const kept =
		pages.length > mostTools
			? pages
					.toSorted(
						(one, other) =>
							Number(other.saved.length > 0) - Number(one.saved.length > 0) || lastUse(other) - lastUse(one),
					)
					.slice(0, mostTools)
			: pages;
	return {
		...content,
		tools: kept.map(({server, tool, tries, saved}) => ({
			server,
			tool,
			tries: tries.map(each => ({...each})),
			saved: saved.map(each => ({...each})),
		})),
	};
};

const withTry = (page: Page, tried: ToolTry): Page => ({
	...page,
	tries: [tried, ...page.tries].toSorted((one, other) => other.at - one.at).slice(0, mostTries),
});

const tooLong: Failure = {
	code: 'not-saved',
	message: `Arguments of more than ${longestArguments} characters are not saved.`,
	hint: 'Copy them as JSON and keep them in a file of your own.',
};
const tooMany: Failure = {
	code: 'not-saved',
	message: `There are ${mostSaved} saved calls of this tool already.`,
	hint: 'Remove one that you no longer need.',
};

const isTooLong = (args: JsonObject): boolean => JSON.stringify(args).length > longestArguments;

/** Keeps what the user tried. The file may be changed by others at any time: every change is made to what it says then. */
export const createTryBook = (deps: TryBookDeps): TryBook => {
	const {state, redact, now} = deps;
	let book: Book = new Map();
	/** What is in no file: tries while nothing is kept, and what could not be written. */
	let unkept: Book = new Map();
	let last: Promise<unknown> = Promise.resolve();

	const withPage = (from: Book, ref: ToolRef, change: (page: Page) => Page): Book =>
		new Map(from).set(keyOf(ref), change(from.get(keyOf(ref)) ?? emptyPage(ref)));
	const change = (ref: ToolRef, edit: (page: Page) => Page): Promise<Failure | undefined> => {
		const changing = last.then(async () => {
			let next = book;
			const failure = await state.change(content => {
				next = withPage(readBook(content), ref, edit);
				return writeBook(content, next);
			});
			if (failure === undefined) {
				book = next;
			}
			return failure;
		});
		last = changing;
		return changing;
	};

	return {
		triesOf(ref) {
			const key = keyOf(ref);
			const live = unkept.get(key)?.tries ?? [];
			const kept = book.get(key)?.tries ?? [];
			return live.length === 0
				? kept
				: [...live, ...kept].toSorted((one, other) => other.at - one.at).slice(0, mostTries);
		},
		savedOf: ref => book.get(keyOf(ref))?.saved ?? [],
		add(ref, tried) {
			const safe = redact(tried);
			unkept = withPage(unkept, ref, page => withTry(page, safe));
			if (!deps.keepsTries || isTooLong(safe.arguments)) {
				return;
			}
			void change(ref, page => withTry(page, safe)).then(failure => {
				if (failure === undefined) {
					unkept = withPage(unkept, ref, page => ({
						...page,
						tries: page.tries.filter(each => each !== safe),
					}));
				}
			});
		},
		async save(ref, given, args) {
			const name = redact(given);
			const safe: SavedCall = {name, arguments: redact(args), savedAt: now()};
			if (isTooLong(safe.arguments)) {
				return tooLong;
			}
			let isFull = false;
			const failure = await change(ref, page => {
				const others = page.saved.filter(each => each.name !== name);
				isFull = others.length >= mostSaved;
				return isFull ? page : {...page, saved: [...others, safe]};
			});
			return failure ?? (isFull ? tooMany : undefined);
		},
		forget: (ref, name) =>
			change(ref, page => ({...page, saved: page.saved.filter(each => each.name !== name)})),
		async refresh() {
			const reading = last.then(async () => {
				book = readBook(await state.read());
			});
			last = reading;
			await reading;
		},
		async settled() {
			await last;
		},
	};
};
