"""Opens exported files with packages of others and says what they hold: `exports.py FILE…`, one line of JSON a file."""

import json
import sys
import unicodedata

import docx
import pypdf
from docx.oxml.ns import qn


def of_docx(path):
    document = docx.Document(path)
    paragraphs = []
    for paragraph in document.paragraphs:
        properties = paragraph._p.pPr
        numbering = properties.numPr if properties is not None else None
        number = None
        if numbering is not None and numbering.numId is not None:
            number = numbering.numId.val
        paragraphs.append(
            {
                "style": paragraph.style.name,
                "text": paragraph.text,
                "list": number,
                "rightToLeft": properties is not None and properties.find(qn("w:bidi")) is not None,
                "links": [{"text": link.text, "url": link.address} for link in paragraph.hyperlinks],
            }
        )
    numbering = document.part.numbering_part.element
    starts = {}
    for one in numbering.findall(qn("w:num")):
        override = one.find(qn("w:lvlOverride"))
        if override is not None:
            starts[one.numId] = override.find(qn("w:startOverride")).val
    return {
        "paragraphs": paragraphs,
        "tables": [[[cell.text for cell in row.cells] for row in table.rows] for table in document.tables],
        "starts": starts,
    }


def of_pdf(path):
    reader = pypdf.PdfReader(path)
    links = []
    for page in reader.pages:
        for annotation in page.get("/Annots") or []:
            action = annotation.get_object().get("/A")
            if action is not None and "/URI" in action:
                links.append(str(action["/URI"]))
    # Printed letters may be joined: ligatures, and the forms that Arabic letters have beside others.
    text = unicodedata.normalize("NFKC", "\n".join(page.extract_text() for page in reader.pages))
    return {"pages": len(reader.pages), "text": text, "links": links}


for path in sys.argv[1:]:
    print(json.dumps(of_docx(path) if path.endswith(".docx") else of_pdf(path)))
