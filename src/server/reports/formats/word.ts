/**
 * A report as a Word document (ECMA-376, WordprocessingML), written like our workbooks over yazl: the libraries that were looked at
 * (`docx` 9.15) put the moment of writing and ids by chance into the file, so that it could not be made again.
 */
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { type Language, languageTags } from '../../../base/messages.ts';
import { timeless } from '../../exports/write/workbook.ts';
import type { PaperBlock, ReportDocument, TableBlock } from '../document.ts';
import type { Logo } from '../layout.ts';
import { edgeOf, ink, softOf } from '../paper.ts';
import { pictureOf } from './picture.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const names =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"';
/** English metric units of a point; twentieths of a point are the unit of Word's own measures. */
const emu = 12_700;
const pageWidth = 9978;
const glyphs = ['●', '■', '▲', '◆', '●'] as const;
/** Of the writer's fonts: those of the reader's system, by language. */
const eastern: Readonly<Record<Language, string>> = {
  'zh-chs': 'Microsoft YaHei',
  en: 'Microsoft YaHei',
  ja: 'Yu Gothic',
};

/** What XML 1.0 cannot hold is left out. */
const xml = (text: string) =>
  text
    .replace(/(?![\t\n])\p{Cc}|\p{Cs}|[\ufffe\uffff]/gu, '')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const hex = (colour: string) => colour.replace('#', '').toUpperCase();

interface RunStyle {
  /** Half points. */
  readonly size?: number;
  readonly isBold?: boolean;
  readonly colour?: string;
}
function run(text: string, { size, isBold = false, colour }: RunStyle = {}): string {
  const style = `${isBold ? '<w:b/>' : ''}${colour === undefined ? '' : `<w:color w:val="${hex(colour)}"/>`}${size === undefined ? '' : `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`}`;
  const lines = text.split('\n').map((line) => `<w:t xml:space="preserve">${xml(line)}</w:t>`);
  return `<w:r>${style === '' ? '' : `<w:rPr>${style}</w:rPr>`}${lines.join('<w:br/>')}</w:r>`;
}
const paragraph = (content: string, style = '') =>
  `<w:p>${style === '' ? '' : `<w:pPr>${style}</w:pPr>`}${content}</w:p>`;
const after = (space: number) => `<w:spacing w:after="${space}"/>`;

function tableXml({ columns, rows, note }: TableBlock): string {
  const whole = columns.reduce((sum, { part }) => sum + part, 0);
  const widths = columns.map(({ part }) => Math.round((part / whole) * pageWidth));
  const cell = (index: number, content: string, fill?: string) =>
    `<w:tc><w:tcPr><w:tcW w:w="${widths[index]}" w:type="dxa"/>${fill === undefined ? '' : `<w:shd w:val="clear" w:color="auto" w:fill="${hex(fill)}"/>`}</w:tcPr>${paragraph(content, `<w:spacing w:before="20" w:after="20"/>${columns[index]?.kind === 'number' ? '<w:jc w:val="right"/>' : ''}`)}</w:tc>`;
  const heads = columns.map(({ title, unit }, index) =>
    cell(
      index,
      run(unit === undefined ? title : `${title} ${unit}`, { size: 15, isBold: true, colour: ink.faint }),
      ink.head,
    ),
  );
  const body = rows.map((row) => {
    const cells = row.map(({ text, rank = 0, isStrong = false }, index) => {
      const colour = rank > 0 ? edgeOf(rank) : isStrong ? ink.strong : ink.text;
      const shown = rank > 0 ? `${glyphs[rank] ?? ''} ${text}` : text;
      return cell(index, run(shown, { size: 15, isBold: isStrong, colour }));
    });
    return `<w:tr><w:trPr><w:cantSplit/></w:trPr>${cells.join('')}</w:tr>`;
  });
  const line = (side: string) =>
    `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="${hex(ink.line)}"/>`;
  return [
    `<w:tbl><w:tblPr><w:tblW w:w="${pageWidth}" w:type="dxa"/><w:tblBorders>${['top', 'bottom', 'insideH'].map(line).join('')}</w:tblBorders><w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="60" w:type="dxa"/><w:right w:w="60" w:type="dxa"/></w:tblCellMar></w:tblPr>`,
    `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>`,
    `<w:tr><w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>${heads.join('')}</w:tr>${body.join('')}</w:tbl>`,
    paragraph(note === '' ? '' : run(note, { size: 15, colour: ink.faint }), after(160)),
  ].join('');
}

/** A picture in the line. */
function drawing(
  id: number,
  relation: string,
  size: { width: number; height: number },
  name: string,
): string {
  const [cx, cy] = [Math.round(size.width * emu), Math.round(size.height * emu)];
  return `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${cx}" cy="${cy}"/><wp:docPr id="${id}" name="${id}" descr="${xml(name)}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="${id}" name="${id}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
}

function coverXml(block: Extract<PaperBlock, { type: 'cover' }>): string {
  const { rank, title, text } = block.verdict;
  const box = `<w:pBdr><w:left w:val="single" w:sz="24" w:space="8" w:color="${hex(edgeOf(rank))}"/></w:pBdr><w:shd w:val="clear" w:color="auto" w:fill="${hex(softOf(rank))}"/>`;
  return [
    paragraph(
      run(block.mark, { size: 18, colour: ink.faint }),
      '<w:spacing w:after="2200"/><w:jc w:val="right"/>',
    ),
    paragraph(run(block.kind, { size: 24, colour: ink.faint }), after(80)),
    paragraph(run(block.title, { size: 52, isBold: true, colour: ink.strong }), '<w:pStyle w:val="Title"/>'),
    paragraph(run(block.span, { size: 22, colour: ink.faint }), after(600)),
    paragraph(
      run(`${glyphs[rank] ?? ''} ${title}`, { size: 24, isBold: true, colour: edgeOf(rank) }),
      `<w:keepNext/>${box}<w:spacing w:after="0"/>`,
    ),
    paragraph(run(text, { size: 19 }), `${box}<w:spacing w:after="500"/>`),
    ...block.figures.map(({ label, value }) =>
      paragraph(
        run(`${label}  `, { size: 18, colour: ink.faint }) + run(value, { size: 26, colour: ink.strong }),
        after(60),
      ),
    ),
    paragraph('', after(600)),
    ...block.lines.map((line) => paragraph(run(line, { size: 18, colour: ink.faint }), after(40))),
    '<w:p><w:r><w:br w:type="page"/></w:r></w:p>',
  ].join('');
}

class WordWriter {
  readonly pictures: Uint8Array[] = [];

  constructor(readonly language: Language) {}

  picture(png: Uint8Array, size: { width: number; height: number }, name: string): string {
    this.pictures.push(png);
    const id = this.pictures.length;
    return drawing(id, `rIdPicture${id}`, size, name);
  }

  async block(block: PaperBlock): Promise<string> {
    switch (block.type) {
      case 'cover':
        return coverXml(block);
      case 'heading':
        return paragraph(run(block.text), '<w:pStyle w:val="Heading1"/>');
      case 'paragraph': {
        const isFaint = block.isFaint === true;
        const rank = block.rank ?? 0;
        const lead = block.lead ?? '';
        const mark = rank > 0 ? run(`${glyphs[rank] ?? ''} `, { colour: edgeOf(rank) }) : '';
        return paragraph(
          (lead === '' ? '' : `${mark}${run(`${lead}  `, { isBold: true, colour: ink.strong })}`) +
            run(block.text, isFaint ? { size: 15, colour: ink.faint } : {}),
          after(100),
        );
      }
      case 'table':
        return tableXml(block);
      case 'curve':
      case 'bars': {
        const { png, ...size } = await pictureOf(block, this.language);
        return paragraph(this.picture(png, size, `${block.title} ${block.aside}`), after(60));
      }
      default:
        return [
          ...block.lines.flatMap(({ role, signed, detail }) => [
            paragraph(
              run(signed === '' ? ' ' : signed, { size: 22, isBold: true, colour: ink.strong }),
              `<w:pBdr><w:bottom w:val="single" w:sz="6" w:space="2" w:color="${hex(ink.faint)}"/></w:pBdr><w:spacing w:before="400" w:after="20"/><w:ind w:right="5600"/>`,
            ),
            paragraph(
              run([role, detail].filter((one) => one !== '').join('  '), { size: 15, colour: ink.faint }),
            ),
          ]),
          paragraph(run(block.checksum, { size: 13, colour: ink.faint })),
        ].join('');
    }
  }
}

const stylesXml = (language: Language) =>
  `${head}<w:styles ${names}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:eastAsia="${eastern[language]}" w:cs="Calibri"/><w:color w:val="${hex(ink.text)}"/><w:sz w:val="18"/><w:szCs w:val="18"/><w:lang w:val="${languageTags[language]}" w:eastAsia="${languageTags[language]}"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/><w:basedOn w:val="Normal"/><w:pPr><w:spacing w:after="120"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="280" w:after="100"/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:color w:val="${hex(ink.strong)}"/><w:sz w:val="26"/><w:szCs w:val="26"/></w:rPr></w:style></w:styles>`;

const footXml = (foot: string) =>
  `${head}<w:ftr ${names}>${paragraph(`${run(`${foot}    `, { size: 15, colour: ink.faint })}<w:fldSimple w:instr=" PAGE ">${run('1', { size: 15, colour: ink.faint })}</w:fldSimple>${run(' / ', { size: 15, colour: ink.faint })}<w:fldSimple w:instr=" NUMPAGES ">${run('1', { size: 15, colour: ink.faint })}</w:fldSimple>`, '<w:jc w:val="right"/>')}</w:ftr>`;

const coreXml = ({ title, author, madeAt }: ReportDocument) => {
  const date = new Date(madeAt).toISOString().replace(/\.\d+Z$/, 'Z');
  return `${head}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${xml(title)}</dc:title><dc:creator>${xml(author)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${date}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${date}</dcterms:modified></cp:coreProperties>`;
};

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** The bytes of the document; the same document makes the same. */
export async function wordOf(
  document: ReportDocument,
  language: Language,
  logo: Logo | null,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new WordWriter(language);
  const parts: string[] = [];
  if (logo !== null) {
    const height = 22;
    const width = Math.min(160, (logo.width / Math.max(1, logo.height)) * height);
    parts.push(paragraph(writer.picture(logo.png, { width, height }, 'logo')));
  }
  for (const block of document.blocks) parts.push(await writer.block(block));
  const body = `${head}<w:document ${names}><w:body>${parts.join('')}<w:sectPr><w:footerReference w:type="default" r:id="rIdFoot"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1100" w:right="964" w:bottom="1100" w:left="964" w:header="500" w:footer="500" w:gutter="0"/></w:sectPr></w:body></w:document>`;
  const relations = [
    `<Relationship Id="rIdStyles" Type="${office}/styles" Target="styles.xml"/>`,
    `<Relationship Id="rIdFoot" Type="${office}/footer" Target="footer1.xml"/>`,
    ...writer.pictures.map(
      (_, index) =>
        `<Relationship Id="rIdPicture${index + 1}" Type="${office}/image" Target="media/picture${index + 1}.png"/>`,
    ),
  ];
  const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const zip = new ZipFile();
  const add = (path: string, content: string | Uint8Array) =>
    zip.addBuffer(Buffer.from(content as string), path, timeless);
  add(
    '[Content_Types].xml',
    `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${wordType}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${wordType}.styles+xml"/><Override PartName="/word/footer1.xml" ContentType="${wordType}.footer+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
  );
  add(
    '_rels/.rels',
    `${head}<Relationships xmlns="${packaged}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
  );
  add('word/document.xml', body);
  add('word/styles.xml', stylesXml(language));
  add('word/footer1.xml', footXml(document.foot));
  add(
    'word/_rels/document.xml.rels',
    `${head}<Relationships xmlns="${packaged}">${relations.join('')}</Relationships>`,
  );
  add('docProps/core.xml', coreXml(document));
  for (const [index, png] of writer.pictures.entries()) add(`word/media/picture${index + 1}.png`, png);
  zip.end();
  return Uint8Array.from(await buffer(zip.outputStream as NodeJS.ReadableStream as never));
}
