import {createHash} from 'node:crypto';
import {join} from 'node:path';
import type {ResultPart, ResultStore} from '../../domain/ports.ts';
import {resultTexts} from '../../domain/result-text.ts';
import {contentForModel, type StoredResult, type ToolContent, type ToolResult} from '../../domain/tool.ts';
import {groupDigits} from '../../support/group-digits.ts';
import {ownCopy} from '../../support/own-copy.ts';
import {contentWithout, countCharacters, findGap, type Gap, hasManyItems, joinTexts} from './cut-result.ts';
import {
	cutPart,
	type OpenNewFile,
	openNewFile,
	type ResultRange,
	readResult,
	saveResult,
} from './result-file.ts';
import {systemCode} from './session-error.ts';
import {isSessionId} from './session-files.ts';

type ResultStoreOptions = {
	/** Where whole results are written; without it they are kept in memory alone. */
	readonly folder?: string;
	/** The name by which a model calls the tool that reads on. */
	readonly readTool?: string;
	/** A longer result is cut. */
	readonly maxCharacters?: number;
	/** How much is kept in memory of what is not on disk; the oldest goes first. */
	readonly memoryCharacters?: number;
	readonly openFile?: OpenNewFile;
	/** Takes secrets out of what is saved. */
	readonly redact?: (result: ToolResult) => ToolResult;
};

const defaultMaxCharacters = 40_000;
const defaultMemoryCharacters = 32_000_000;
const mostCharactersRead = 1_000_000;

/** Made by us alone, so what a model asks for can name nothing but a result. */
const idPattern = /^[0-9a-f]{16}(?:-\d)?$/;

/** Where a session keeps its results: beside its log, and found again when it is resumed. */
export const resultsFolder = (sessionsFolder: string, sessionId: string): string | undefined =>
	isSessionId(sessionId) ? join(sessionsFolder, `${sessionId}.results`) : undefined;

type Kept = {
	readonly id: string;
	readonly file?: string;
	/** Why it is not where it should be. */
	readonly trouble?: string;
	readonly isLost?: boolean;
};

const createMemory = (most: number) => {
	const texts = new Map<string, string>();
	let total = 0;
	const drop = (id: string): void => {
		total -= texts.get(id)?.length ?? 0;
		texts.delete(id);
	};
	return {
		get: (id: string) => texts.get(id),
		/** False when it is larger than all that may be kept. */
		set: (id: string, text: string): boolean => {
			drop(id);
			if (text.length > most) return false;
			for (const oldest of texts.keys()) {
				if (total + text.length <= most) break;
				drop(oldest);
			}
			texts.set(id, text);
			total += text.length;
			return true;
		},
	};
};

/** A model has no use for the path in the system's own words. */
const describeTrouble = (error: unknown): string => {
	const code = systemCode(error);
	switch (code) {
		case undefined:
			return '';
		case 'ENOSPC':
		case 'EDQUOT':
			return ': the disk is full';
		default:
			return ` (${code})`;
	}
};

/** What stands where something is left out. */
const describeGap = ({from, to}: Gap, {id, trouble, isLost}: Kept, readTool: string): string => {
	const sentences = [
		`${groupDigits(to - from)} characters left out.`,
		...(trouble === undefined ? [] : [trouble]),
		...(isLost === true
			? ['They are too many to be kept in memory.']
			: [`Read on with ${readTool}: ${JSON.stringify({id, offset: from})}`]),
	];
	return `[… ${sentences.join(' ')} …]`;
};

const toRange = ({offset, limit}: ResultRange): ResultRange => ({
	offset: Math.max(0, Math.trunc(offset) || 0),
	limit: Math.min(mostCharactersRead, Math.max(0, Math.trunc(limit) || 0)),
});

/** Keeps results that are too long for a conversation: the whole on disk, the beginning and the end in it. */
export const createResultStore = ({
	folder,
	readTool = 'read-result',
	maxCharacters = defaultMaxCharacters,
	memoryCharacters = defaultMemoryCharacters,
	openFile = openNewFile,
	redact = result => result,
}: ResultStoreOptions): ResultStore => {
	const memory = createMemory(memoryCharacters);

	const keepWhole = async (callId: string, whole: string): Promise<Kept> => {
		const name = createHash('sha256').update(callId).digest('hex').slice(0, 16);
		// No file has this id, so neither hides the other when saving works again.
		const heldId = `${name}-0`;
		let trouble: string | undefined;
		if (folder !== undefined) {
			try {
				return await saveResult(folder, name, whole, openFile);
			} catch (error) {
				trouble = `The whole could not be saved${describeTrouble(error)}.`;
			}
		}
		const isLost = !memory.set(heldId, whole);
		return {id: heldId, isLost, ...(trouble === undefined ? {} : {trouble})};
	};

	const readPart = async (
		id: string,
		range: ResultRange,
		signal: AbortSignal,
	): Promise<ResultPart | undefined> => {
		const held = memory.get(id);
		if (held !== undefined) {
			const {text, offset} = cutPart(held, 0, range);
			return {text: ownCopy(text), offset, characters: held.length};
		}
		return folder === undefined ? undefined : readResult(folder, id, range, signal);
	};

	/** No file has it: whatever is saved can be read by the model. */
	const cutForUser = (content: readonly ToolContent[]): readonly ToolContent[] => {
		const texts = resultTexts({content});
		const gap = countCharacters(texts) > maxCharacters ? findGap(joinTexts(texts), maxCharacters) : undefined;
		const marker = gap === undefined ? '' : `[… ${groupDigits(gap.to - gap.from)} characters left out. …]`;
		return contentWithout(texts, gap, marker).map(piece => ({...piece, isForUser: true}));
	};

	const keep: ResultStore['keep'] = async (callId, result) => {
		const written = resultTexts(result);
		const isShort = countCharacters(written) <= maxCharacters;
		if (isShort && !hasManyItems(written) && !written.some(({isUnwritable}) => isUnwritable)) {
			return result;
		}
		const content = contentForModel(result.content);
		if (content !== result.content) {
			const forUser = cutForUser(redact(result).content.filter(({isForUser}) => isForUser === true));
			const kept = await keep(callId, {content});
			return {...kept, content: [...kept.content, ...forUser]};
		}
		if (isShort) {
			return {content: contentWithout(written, undefined, '')};
		}
		// What is shown of it names places in what is saved: both are the same text.
		const texts = resultTexts(redact(result));
		const characters = countCharacters(texts);
		const whole = joinTexts(texts);
		const kept = await keepWhole(callId, whole);
		const gap = findGap(whole, maxCharacters);
		const {id, file} = kept;
		const stored: StoredResult = {id, characters, ...(file === undefined ? {} : {file})};
		return {content: contentWithout(texts, gap, describeGap(gap, kept, readTool)), stored};
	};

	return {
		keep,

		async read(id, range, signal) {
			if (!idPattern.test(id) || signal.aborted) return undefined;
			try {
				return await readPart(id, toRange(range), signal);
			} catch {
				// Whatever the reason, nothing can be read under this id; who asked says so.
				return undefined;
			}
		},
	};
};
