const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** They have no content, and nothing closes them. */
export const voidElements = words(
	'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);

/** They stand in a line. Closing one of them closes nothing else that is still open. */
export const inlineElements = words(
	'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong sub sup time tt u var',
);

export const codeElements = words('code kbd samp tt');

export const codeBlocks = words('pre xmp listing plaintext');

/** An empty line stands before and after them. */
export const looseElements = words(
	'address blockquote dl fieldset figure h1 h2 h3 h4 h5 h6 hr ol p pre xmp listing plaintext table ul',
);

/** Elements before which an open paragraph ends. */
export const paragraphEnders = words(
	'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre section summary table ul xmp',
);

/** Whatever they hold is not for readers, or nothing without a browser. */
export const unreadElements = words(
	'annotation-xml applet audio button canvas datalist embed frameset iframe map noembed noframes object option optgroup progress script select style svg template textarea video',
);

/** What surrounds the text of a page. */
export const noiseElements = words('nav');
export const noiseRoles = words('navigation search menu menubar');
/** Noise only where they do not belong to the text itself. */
export const marginElements = words('aside footer');
export const marginRoles = words('complementary contentinfo');

/** A tag that closes something outside of these is a mistake. */
export const scopes = words('applet caption html marquee object table td template th');

/** They are closed from inside of a cell, too. */
export const tableParts = words('caption table tbody td tfoot th thead tr');
export const tableScopes = words('html table template');

/** They stand on lines of their own. */
export const blockElements: ReadonlySet<string> = new Set([
	...paragraphEnders,
	...words('body caption dd dt html legend noscript tbody td tfoot th thead tr'),
]);

export const listElements = words('dir menu ol ul');

/** For elements whose end may be left out: those that they end, and where to stop looking for one. */
export const impliedEnds: ReadonlyMap<
	string,
	{readonly ends: ReadonlySet<string>; readonly within: ReadonlySet<string>}
> = new Map(
	[
		{names: 'li', ends: 'li', within: listElements},
		{names: 'dt dd', ends: 'dt dd', within: words('dl')},
		{names: 'td th', ends: 'td th caption', within: words('tr table')},
		{names: 'tr', ends: 'tr caption', within: words('table')},
		{names: 'thead tbody tfoot', ends: 'thead tbody tfoot caption', within: words('table')},
		{names: 'option', ends: 'option', within: words('select datalist optgroup')},
		{names: 'h1 h2 h3 h4 h5 h6', ends: 'h1 h2 h3 h4 h5 h6', within: scopes},
	].flatMap(({names, ends, within}) =>
		[...words(names)].map(name => [name, {ends: words(ends), within}] as const),
	),
);
