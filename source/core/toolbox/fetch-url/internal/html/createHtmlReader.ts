import {contextOf} from './contextOf.ts';
import {createCodeBlock} from './createCodeBlock.ts';
import {createElementStack, type OpenElement} from './createElementStack.ts';
import {createLinks} from './createLinks.ts';
import {createTableWriter} from './createTableWriter.ts';
import {type Context, createTextWriter, type Line, plainText} from './createTextWriter.ts';
import {
	blockElements,
	codeBlocks,
	codeElements,
	impliedEnds,
	inlineElements,
	listElements,
	looseElements,
	paragraphEnders,
	scopes,
	tableParts,
	tableScopes,
	voidElements,
} from './elements.ts';
import type {Attributes, HtmlSink} from './tokenizeHtml.ts';

/** Short tags with long addresses make more text than they are. */
export const mostCharacters = 2 * 1024 * 1024;
const longestTitle = 300;

const outside: Context = {zone: 'body', indent: '', heading: 0, isCode: false, isTight: false};

const languageOf = (attributes: Attributes): string =>
	/(?:^|\s)(?:language|lang|highlight-source)-([\w+#.-]{1,20})(?:\s|$)/.exec(
		attributes.get('class') ?? '',
	)?.[1] ?? '';

const linkText = (text: string, href: string): string => (text === href ? href : `[${text}](${href})`);

/** Makes text of tags, in the order in which they come. Everything that is open is on one stack of bounded height. */
export const createHtmlReader = ({
	address,
	emit,
}: {
	readonly address: URL;
	readonly emit: (line: Line) => void;
}) => {
	const tables = createTableWriter(emit);
	const writer = createTextWriter(tables.take);
	const links = createLinks(address);
	let context = outside;
	let title: string | undefined;
	/** As long as one is being read. */
	let newTitle: string | undefined;
	let code: ReturnType<typeof createCodeBlock> | undefined;
	let isFull = false;

	const isShown = (): boolean => context.zone !== 'hidden';

	const breakAround = (name: string): void => {
		if (!isShown() || !blockElements.has(name)) return;
		if (code !== undefined) code.breakLine();
		else if (looseElements.has(name) && !context.isTight) writer.breakBlock(context);
		else writer.breakLine(context);
	};

	const finishInline = (element: OpenElement): void => {
		const {inline} = element;
		if (inline === undefined) return;
		delete element.inline;
		const {mark, made} = inline;
		if (made === 'code') writer.rewrite(mark, text => (text.includes('`') ? text : `\`${text}\``));
		else if (made === 'anchor') writer.rewrite(mark, text => (/[\p{L}\p{N}]/u.test(text) ? text : ''));
		else if (writer.rewrite(mark, text => linkText(text, made.href)) === 'too-late') {
			writer.put(` <${made.href}> `);
		}
	};

	const finish = (element: OpenElement): void => {
		finishInline(element);
		const {name, before} = element;
		if (code !== undefined && !before.isCode && context.isCode) {
			const block = code;
			code = undefined;
			writer.putCode(block.text(), block.language(), before);
		}
		breakAround(name);
		if (isShown()) {
			if (name === 'table') tables.close();
			else if (name === 'td' || name === 'th') tables.endCell();
		}
		if (name === 'title' && newTitle !== undefined) {
			title ??= plainText(newTitle.replace(/\s+/g, ' ')).trim().slice(0, longestTitle);
			newTitle = undefined;
		}
		context = before;
	};

	const stack = createElementStack(finish);

	const closeImplied = (name: string): void => {
		const implied = impliedEnds.get(name);
		const ended = implied === undefined ? -1 : stack.findAny(implied.ends, implied.within);
		if (ended !== -1) stack.closeTo(ended);
		const paragraph = paragraphEnders.has(name) ? stack.find('p', scopes) : -1;
		if (paragraph !== -1) stack.closeTo(paragraph);
	};

	const closeInline = (name: string): void => {
		const index = stack.find(name, scopes);
		const element = stack.at(index);
		if (index === -1 || element === undefined) return;
		// Blocks inside of it stay open: a tag in the wrong place must not close the rest of the page.
		if (stack.isEveryAbove(index, each => inlineElements.has(each))) stack.closeTo(index);
		else finishInline(element);
	};

	const putVoid = (name: string, attributes: Attributes): void => {
		if (name === 'base') links.setBase(attributes.get('href'));
		if (!isShown()) return;
		if (name === 'br') {
			if (code === undefined) writer.breakLine(context);
			else code.put('\n');
		} else if (name === 'img') {
			const alt = (attributes.get('alt') ?? '').trim().slice(0, 200);
			if (alt !== '' && code === undefined) writer.put(`[image: ${alt}]`);
		} else if (name === 'hr' && code === undefined) {
			writer.breakBlock(context);
			writer.put('---');
			writer.breakBlock(context);
		}
	};

	const startCode = (name: string, attributes: Attributes): void => {
		if (codeBlocks.has(name)) code ??= createCodeBlock(context.indent, writer.countCode);
		if (codeBlocks.has(name) || name === 'code') code?.name(languageOf(attributes));
	};

	const startInline = (element: OpenElement, attributes: Attributes): void => {
		if (code !== undefined) return;
		const {name} = element;
		const href = attributes.get('href');
		if (codeElements.has(name)) element.inline = {mark: writer.mark(), made: 'code'};
		else if (name === 'a' && href !== undefined) {
			const whole = links.resolve(href);
			element.inline = {mark: writer.mark(), made: whole === undefined ? 'anchor' : {href: whole}};
		}
	};

	const startBlock = (name: string, sign: string | undefined): void => {
		if (name === 'table') tables.open();
		else if (name === 'tr') tables.startRow();
		else if (name === 'td' || name === 'th') tables.startCell(name === 'th');
		if (sign !== undefined) writer.startItem(sign);
	};

	const itemSign = (): string => {
		const list = stack.at(stack.findAny(listElements, scopes));
		if (list?.nextNumber === undefined) return '- ';
		list.nextNumber += 1;
		return `${list.nextNumber - 1}. `;
	};

	const open = (name: string, attributes: Attributes): void => {
		closeImplied(name);
		if (voidElements.has(name)) {
			putVoid(name, attributes);
			return;
		}
		if (name === 'a') closeInline('a');
		breakAround(name);
		const inner = contextOf({name, attributes, context, itemSign});
		const element: OpenElement = {name, before: context};
		if (name === 'ol') element.nextNumber = Number.parseInt(attributes.get('start') ?? '', 10) || 1;
		if (!stack.push(element)) {
			// Its end will not be noticed, so that what was to be hidden stays so until something around it ends.
			if (inner.context.zone === 'hidden') context = inner.context;
			return;
		}
		context = inner.context;
		if (name === 'title' && isShown()) newTitle = '';
		if (!isShown()) return;
		startBlock(name, inner.sign);
		startCode(name, attributes);
		startInline(element, attributes);
	};

	const close = (name: string): void => {
		if (stack.closeTooDeep(name)) {
			breakAround(name);
			return;
		}
		if (inlineElements.has(name)) {
			closeInline(name);
			return;
		}
		const index = stack.find(name, tableParts.has(name) ? tableScopes : scopes);
		if (index !== -1) stack.closeTo(index);
		else if (name === 'p' || name === 'br') breakAround('p');
	};

	const text = (data: string): void => {
		if (!isShown()) return;
		if (newTitle !== undefined) {
			if (newTitle.length < 4 * longestTitle) newTitle += data.slice(0, 4 * longestTitle);
		} else if (code !== undefined) code.put(data);
		else writer.put(data);
	};

	const isFullNow = (): boolean => {
		isFull ||= writer.written() > mostCharacters;
		return isFull;
	};

	const sink: HtmlSink = {
		text: data => {
			if (!isFullNow()) text(data);
		},
		open: (name, attributes) => {
			if (!isFullNow()) open(name, attributes);
		},
		close: name => {
			if (!isFullNow()) close(name);
		},
		isFull: isFullNow,
	};

	return {
		...sink,
		finish: (): {readonly title: string | undefined; readonly isCut: boolean} => {
			stack.closeTo(0);
			writer.breakLine(context);
			return {title: title === '' ? undefined : title, isCut: isFull};
		},
	};
};
